import { defineEntity, p, type InferEntity, type Opt } from '@mikro-orm/core';
import type {
  TranslatableTexts,
  TranslatableItem,
  TranslatedModulePart,
} from '@training/shared/translations/item-texts';

/** A module in another language. */
export const ModuleVariantEntity = defineEntity({
  name: 'ModuleVariant',
  tableName: 'module_variants',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    language: p.text().primary(),
    /** Where AI jobs deliver to. */
    id: p.uuid(),
    createdAt: p.datetime(3),
    /** Approvals count from here on: since the variant was added, or last unpublished. */
    approvalsFrom: p.datetime(3),
    /** When everything was approved for the first time; null while learners don't get it. */
    liveSince: p.datetime(3).nullable(),
    // Counts over the items of the live revision, which `recountVariants` derives.
    missing: p.integer().default(0),
    stale: p.integer().default(0),
    inReview: p.integer().default(0),
    /** When the first of the translations in review was submitted. */
    submittedAt: p.datetime(3).nullable(),
  },
});
export type VariantRow = InferEntity<typeof ModuleVariantEntity>;

/** The translation of one version of an item that is worked on. */
export const ItemTranslationEntity = defineEntity({
  name: 'ItemTranslation',
  tableName: 'item_translations',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    language: p.text().primary(),
    part: p.text().primary().$type<TranslatedModulePart>(),
    itemId: p.uuid().primary(),
    /** Hash of the source item that is translated. */
    sourceHash: p.text().primary(),
    source: p.json<TranslatableItem>(),
    texts: p.json<TranslatableTexts>(),
    textsHash: p.text().generated('(content_hash(texts)) stored').$type<Opt<string>>(),
    state: p.text().$type<'draft' | 'in_review' | 'approved'>(),
    /** True if AI proposed it and nobody has edited it since. */
    generated: p.boolean(),
    version: p.integer(),
    savedAt: p.datetime(3),
    savedByName: p.text(),
    /** Everyone who wrote in it or had it generated. They can't approve it. */
    contributors: p.array().columnType('uuid[]').default([]),
    submittedAt: p.datetime(3).nullable(),
    submittedByName: p.text().nullable(),
    rejectedReason: p.text().nullable(),
    rejectedByName: p.text().nullable(),
  },
});
export type TranslationRow = InferEntity<typeof ItemTranslationEntity>;

/** A translation as it was approved. Never changed: the newest one of an item's version is shown. */
export const ApprovedTranslationEntity = defineEntity({
  name: 'ApprovedTranslation',
  tableName: 'approved_translations',
  properties: {
    workspaceId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    language: p.text().primary(),
    part: p.text().primary().$type<TranslatedModulePart>(),
    itemId: p.uuid().primary(),
    sourceHash: p.text().primary(),
    number: p.integer().primary(),
    source: p.json<TranslatableItem>(),
    texts: p.json<TranslatableTexts>(),
    textsHash: p.text().generated('(content_hash(texts)) stored').$type<Opt<string>>(),
    approvedAt: p.datetime(3),
    approvedBy: p.uuid(),
    approvedByName: p.text(),
  },
});
