// Written by scripts/message-types.ts.
import type ai from '../../messages/en/ai.json';
import type frame from '../../messages/en/frame.json';
import type tokens from '../../messages/en/tokens.json';

/** A tag in a message, such as `<link>…</link>`. */
export interface Tag {
  readonly isTag: true;
}

/** The catalogues by feature. */
export interface Catalogues {
  'ai': typeof ai;
  'frame': typeof frame;
  'tokens': typeof tokens;
}

/** The values of the messages that have any. */
export interface MessageValues {
  'ai.whatCouldDone': { b: Tag; bdi: Tag; suggestion: string };
  'ai.costUnknown': { models: string };
  'ai.costs': { range: 'below' | 'upTo' | 'between' | (string & {}); most: string; models: string; least: string; payer: 'workspace' | (string & {}); prices: 'dated' | (string & {}); day: string };
  'ai.noProviderKey': { capability: string };
  'ai.restWorks': { why: string };
  'ai.commentCount': { count: number; most: number };
  'ai.commentIs': { number: number; message: string };
  'ai.tooManyComments': { count: number; message: string };
  'ai.readsPictures': { count: number };
  'ai.unreadableFile': { name: string; kinds: string };
  'ai.fileTooLarge': { name: string; size: string };
  'ai.emptyFile': { name: string };
  'ai.dropHere': { kinds: string; size: string };
  'ai.pointIs': { number: number; message: string };
  'ai.tooManyPoints': { most: number; message: string };
  'ai.onePointLine': { most: number };
  'ai.cantTakeRecording': { why: string };
  'ai.cardCount': { most: number };
  'ai.questionCount': { most: number };
  'ai.recordingKinds': { most: number };
  'ai.secondsOf': { seconds: number; most: number };
  'ai.orChooseRecording': { problem: string };
  'ai.charactersOf': { length: number; most: number };
  'ai.kindStarted': { kind: string; at: Tag };
  'ai.startedAt': { at: Tag };
  'ai.madeSoFar': { count: number };
  'ai.startedTogether': { link: Tag; kind: string };
  'ai.jobs': { count: number };
  'ai.moreFor': { name: string };
  'ai.wasDeleted': { name: string };
  'ai.deleteQuestion': { name: string };
  'ai.inModules': { modules: Tag };
  'ai.forModules': { modules: Tag };
  'ai.stepOf': { step: number; total: number };
  'ai.stepDoing': { step: number; total: number; doing: string };
  'ai.nextTry': { when: string };
  'ai.thenNextTry': { doing: string; next: Tag };
  'ai.addCardsToModule': { count: number };
  'ai.addQuestionsToModule': { count: number };
  'ai.addCards': { count: number };
  'ai.addQuestions': { count: number };
  'ai.cardsAdded': { count: number };
  'ai.questionsAdded': { count: number };
  'ai.flashcardCount': { count: number };
  'ai.copyCard': { number: number };
  'ai.questionsMade': { count: number };
  'ai.partsRead': { count: number; read: number };
  'ai.pagesRead': { count: number; numbers: string; model: string };
  'ai.picturesRead': { count: number; numbers: string; model: string };
  'ai.pagesNotRead': { count: number; numbers: string };
  'ai.picturesNotRead': { count: number; numbers: string };
  'ai.notRead.nothing_to_quote': { part: number; named: 'yes' | (string & {}); b: Tag; begins: string };
  'ai.notRead.declined': { part: number; named: 'yes' | (string & {}); b: Tag; begins: string };
  'ai.notRead.no_answer': { part: number; named: 'yes' | (string & {}); b: Tag; begins: string };
  'ai.notRead.not_accepted': { part: number; named: 'yes' | (string & {}); b: Tag; begins: string };
  'ai.flag.figure': { detail: string };
  'ai.flag.name': { detail: string };
  'ai.flag.alike': { detail: string };
  'ai.flag.limit': { detail: string };
  'ai.flag.negation': { detail: string };
  'ai.flag.language': { detail: string };
  'ai.flag.contact': { detail: string };
  'ai.flag.to_ai': { detail: string };
  'ai.flag.other_passage': { detail: string };
  'ai.flag.other_option': { detail: string };
  'ai.flag.options_alike': { detail: string };
  'ai.flag.explanation': { detail: string };
  'ai.flag.scanned': { detail: string };
  'ai.flag.pictured': { detail: string };
  'ai.flag.other_answer': { detail: string };
  'ai.flag.ambiguous': { detail: string };
  'ai.flag.unsupported': { detail: string };
  'ai.themeCount': { count: number };
  'ai.inComments': { count: number };
  'ai.commentNumber': { number: number };
  'ai.inLanguage': { language: string };
  'ai.characters': { count: number };
  'ai.seconds': { count: number };
  'ai.secondsInLanguage': { count: number; language: string };
  'ai.pointsMet': { count: number; met: number; score: string };
  'ai.modelSure': { confidence: string };
  'ai.anotherFor': { kind: 'card' | (string & {}); number: number };
  'ai.cancelAnotherFor': { kind: 'card' | (string & {}); number: number };
  'ai.makingAnother': { kind: 'card' | (string & {}) };
  'ai.newItem': { kind: 'card' | (string & {}) };
  'ai.failedToMakeAnother': { detail: string };
  'ai.dropped.cards': { count: number };
  'ai.dropped.questions': { count: number };
  'ai.dropped.quotes': { count: number };
  'ai.dropped.points': { count: number };
  'ai.droppedOrAddress.cards': { count: number };
  'ai.disputed.cards': { count: number };
  'ai.droppedOrAddress.questions': { count: number };
  'ai.disputed.questions': { count: number };
  'tokens.description': { reference: Tag };
  'tokens.showRevoked': { count: number };
  'tokens.wasRevoked': { name: string };
  'tokens.revokeQuestion': { name: string };
  'tokens.lastUsedAt': { at: string };
  'tokens.lastUsedBy': { at: string; operation: string; ip: string };
  'tokens.lastUseRefused': { at: string; operation: string; ip: string; status: string };
  'tokens.replaceName': { name: string };
  'tokens.createdName': { name: string };
  'tokens.createsAnother': { name: string };
  'tokens.newName': { name: string };
  'tokens.revokeOnceUsed': { name: string };
  'tokens.replaceOf': { name: string };
  'tokens.revokeOf': { name: string };
  'tokens.revokedAt': { at: Tag };
  'tokens.revokedBy': { at: Tag; by: string };
  'tokens.createdBy': { by: string };
  'tokens.usedFrom': { operation: string; ip: string };
  'tokens.usedRefused': { operation: string; ip: string; status: string };
  'tokens.firstCall': { b: Tag; operation: string; at: Tag };
  'tokens.firstCallRefused': { b: Tag; operation: string; status: string; at: Tag };
}
