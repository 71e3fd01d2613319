import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientMainFields, defineConfig } from 'vite';
import { catalogues } from './catalogues-plugin.ts';

const CATALOGUE = /\/shared\/messages\/([^/]+)\/([^/]+)\.json$/;
const SAME_PAGE = [
  ['frame', 'sign-in', 'palette'],
  ['settings', 'tokens', 'provider-keys'],
  ['modules', 'items', 'courses', 'source-drift'],
];

/**
 * Files that several pages load. Each file costs a request and about 850 bytes of headers, and without groups a page
 * would load up to 120 of them; too large ones bring pages what they don't need. `scripts/asset-budget.ts` checks both
 * (docs/decisions/050). What a group of higher priority needs belongs to it, too, except in those made by `alone`.
 */
const groups = [
  { name: fileOfCatalogue, priority: 10, test: CATALOGUE },
  // Needed by forms, and by no page of learners.
  alone(
    'zod',
    8,
    1,
    /\/node_modules\/zod\/|\/shared\/src\/(?:primitives|messages|roles-and-scopes)\.ts$|\/web\/src\/ui\/forms\/contract-form\.ts$/,
  ),
  // What `main.ts` needs.
  {
    name: 'start',
    priority: 9,
    test: /preload-helper|\/src\/lib\/(?:auth|http-error|json|last-workspace|next-page|shared-device|i18n\/(?:catalogues|language))\.ts$|\/shared-device-mark\.ts$/,
  },
  // Both of the sign-in page and of the console.
  {
    name: 'frame',
    priority: 7,
    test: /\/node_modules\/(?:react-dom|scheduler|@tanstack\/(?:query-core|react-query))\/|\/src\/(?:shell\/(?:theme-providers\.tsx|mantine\.css|shell\.css)|lib\/query-defaults\.ts|features\/sign-in\/sign-in[^/]*)$/,
  },
  {
    name: 'console',
    priority: 6,
    test: /\/web\/src\/(?:routes|console|shell\/toasts)\.tsx$|\/(?:shell|ui)\/.*\.module\.css$|@mantine\/notifications\/styles\.css$/,
  },
  { name: 'styles', priority: 6, test: /\/features\/(?!learning).*\.module\.css$/, minShareCount: 2 },
  { name: 'markdown', priority: 5, test: /\/src\/ui\/markdown\.tsx$|markdown-syntax|marked-text/ },
  // All that learners' pages need of components.
  {
    name: 'basics',
    priority: 5,
    test: /@tabler|@babel|@mantine\/hooks\/esm\/use-force-update\/|\/web\/src\/ui\/media\.tsx$|\/shared\/src\/courses\/media-at\.ts$|@mantine\/core\/esm\/(?:components\/(?:Radio|Checkbox|Textarea|Progress|Badge)\/|utils\/InlineInput)|\/web\/src\/(?:lib\/(?:i18n\/(?:dates|numbers|in-words)|memoize-once|unsaved-input\/use-stored-form-input)|ui\/(?:time|note|text-link|quotation|lists\/row-button|pages\/(?:page-state|breadcrumbs|section)|forms\/restored-notice))\.tsx?$|\/shared\/src\/(?:csv|.*-limits)\.ts$/,
    minShareCount: 2,
  },
  {
    name: 'common',
    priority: 4,
    test: /\/node_modules\/(?!@tabler)|\/web\/src\/(?:ui|lib)\/(?!popups\/search-select)/,
    minShareCount: 9,
  },
  // Needs zod.
  alone('contract', 2, 10, /\/shared\/src\/(?!.*-limits|.*-cards|text\.|courses\/section-length|reviews\/workflow)/),
  alone(
    'content',
    2,
    2,
    /\/shared\/src\/(?:(?:ai|courses|reviews|translations)\/(?!.*-limits|section-length|workflow)|i18n\/(?:languages|plain-digits)|learning\/number-answer)/,
  ),
  alone('log', 1, 2, /\/web\/src\/features\/(?:audit|events)\/(?!.*-page\.tsx)/),
  alone('picture-areas', 9, 1, /\/picture-areas\./),
  alone('learning', 1, 2, /\/features\/learning\/(?:due-words\.ts|learning\.module\.css)$/),
  alone('study', 1, 2, /\/features\/learning\/(?:study-language|study\/card-pager|quiz\/answer-field)\.tsx?$/),
  alone('lock', 9, 1, /\/web\/src\/lib\/lock-when-left\.ts$/),
  alone('passkeys', 9, 1, /\/web\/src\/(?:lib\/passkeys|features\/sign-in\/passkey-sign-in)\.tsx?$/),
  alone('suggesting', 1, 1, /\/web\/src\/features\/suggestions\/.*-dialog/),
  alone(
    'ui',
    1,
    2,
    /\/web\/src\/(?:(?:ui|lib)\/(?!sorting|forms\/secret-field|popups\/search-select)|features\/settings\/anchors)|\/shared\/src\/(?:text|courses\/section-length|reviews\/workflow)|\/node_modules\/uuid\//,
  ),
  alone('assign-button', 1, 2, /\/web\/src\/features\/assignments\/(?:assign-button|chosen)/),
  // They need Markdown.
  alone('item-lists', 2, 2, /\/web\/src\/features\/items\/(?:question-list|card-list)/),
  alone(
    'items',
    2,
    2,
    /\/web\/src\/features\/(?:items\/(?:item-source|item-fields)|modules\/(?:history|section-frame|comments\/(?!open-queries))|ai\/results\/(?:quote|flags|coverage|level))/,
  ),
  alone(
    'assigning',
    1,
    2,
    /\/web\/src\/(?:ui\/popups\/search-select|features\/assignments\/(?!.*-page\.tsx|assign-button|chosen))|\/shared\/src\/(?:assignments|statuses|errors)/,
  ),
  alone(
    'editing',
    1,
    1,
    /\/web\/src\/features\/modules\/(?:editor\/(?!other-kinds|hotspot-fields)|drafts\/(?!merge-dialog)|generation\/(?!generate-dialog|generations|empty-section-text)|transitions\/(?!reason-dialog)|comments\/open-queries)|useBlocker/,
  ),
  alone(
    'module-dialogs',
    1,
    1,
    /\/web\/src\/features\/modules\/(?:settings-dialog|topic-score-fields|generation\/generate-dialog|drafts\/merge-dialog)/,
  ),
  alone('sorting', 3, 1, /\/ui\/sorting\/(?!.*\.css)|\/node_modules\/(?:@atlaskit|bind-event-listener|raf-schd)\//),
  alone('course-forms', 1, 2, /\/features\/courses\/(?:chosen-course|course-choice|emoji-field)\.tsx$/),
  {
    ...alone(
      'modules',
      1,
      2,
      /\/web\/src\/features\/(?:modules|items|courses)\/(?!.*-page\.tsx|.*(?:course|module|reason)-dialog|courses\/import\/|.*(?:chosen-course|course-choice|emoji-field|generate-button|question-statistics|transitions\/transitions)\.)/,
    ),
    maxModuleSize: 4_000,
  },
  alone('words', 1, 2, /\/web\/src\/features\/reviews\/compare\/highlighted-diff\.tsx$|\/node_modules\/diff\//),
  alone('jobs', 1, 2, /\/web\/src\/features\/ai\/(?:features|jobs)/),
  alone('job-forms', 1, 2, /\/web\/src\/features\/ai\/(?:forms|cost)/),
];

/** Returns the file of a catalogue. Some pages have several features, whose catalogues of a language share a file. */
function fileOfCatalogue(id: string): string | null {
  const [, language, feature = ''] = CATALOGUE.exec(id) ?? [];
  const page = SAME_PAGE.find((features) => features.includes(feature))?.[0];
  return language === undefined ? null : `messages-${language}-${page ?? feature}`;
}

/** Returns a group without what its modules need, of modules that at least `shares` pages and dialogs have. */
function alone(name: string, priority: number, shares: number, test: RegExp) {
  return { name, priority, test, minShareCount: shares, includeDependenciesRecursively: false };
}

/** Schemas of which others are made. */
const SCHEMAS = `
  AiLanguageTag AnswerWords AssignmentEffectOnPerson AssignmentOrder AssignmentPreview ChatConnection Count
  CourseOrder CourseSummary CreateDepartment DriveFolderProblem Emoji EndpointKey Flashcard GenerationCostEstimate
  GenerationDifficulty GradingTaskKind HttpUrl Id ItemSkillLevel LastTrainingReminder LearnerAssignmentStatus
  ListUsers LocalDay MaxAttempts ModelEndpoint ModuleContentVersion ModuleStatus MomentInput NamedSuggestion
  NullableRatio Oral OutgoingEventType PageLimit PageOffset PairRefusal PassScore PeopleOrder Person PersonRef
  ProviderKey Reason Role SectionKind SectionState SolutionVisibility SourceText SuggestionScan SuggestionStatus
  SuggestionSummary Timestamp TrainingConcernOrder UploadedDocumentSource User WebhookDelivery WebhookDeliveryState
  WebhookOffReason WorkingCopyStatus WorkspaceSettings
`
  .trim()
  .split(/\s+/);

export default defineConfig({
  plugins: [react(), catalogues()],
  json: { namedExports: false, stringify: true },
  server: {
    port: 5173,
    // The session's cookie and the origin check belong to the address that the browser shows, so the host stays.
    proxy: Object.fromEntries(
      ['/api', '/media'].map((path) => [
        path,
        { target: process.env['API_URL'] ?? 'http://127.0.0.1:3000', changeOrigin: false },
      ]),
    ),
  },
  // Short names, which every rule and every use repeats.
  css: { modules: { generateScopedName: '_[hash:base64:5]' } },
  resolve: {
    alias: { 'react-remove-scroll': path.resolve(import.meta.dirname, 'src/ui/dialogs/no-scroll-lock.tsx') },
    // Atlaskit's build for browsers of today, a quarter smaller.
    mainFields: ['module:es2019', ...defaultClientMainFields],
  },
  // `data:` addresses would need an exception in the content security policy.
  build: {
    assetsInlineLimit: 0,
    // For scripts/asset-budget.ts.
    manifest: true,
    modulePreload: { polyfill: false },
    // The first to know `light-dark()`; what an older target puts in its place does not see Mantine's colour scheme.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      // A schema that isn't used is left out: what these build it from has no effects.
      treeshake: { manualPureFunctions: ['z', 'textSchema', 'labelSchema', 'job', 'listed', ...SCHEMAS] },
      output: { codeSplitting: { groups } },
    },
  },
});
