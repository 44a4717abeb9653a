// Made by `npm run db:types` from the migrations. Do not edit: add a migration and run it again.

import type { StoredEarned, StoredWish } from "./stored-wish.ts";
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface ApiTokens {
  createdAt: Timestamp;
  deeds: string[];
  expiresAt: Timestamp;
  id: string;
  lastUsedAt: Timestamp | null;
  name: string;
  raffleIds: string[] | null;
  tokenHash: Buffer;
  userId: string;
}

export interface AuditLog {
  action: string;
  actor: string;
  after: Json | null;
  at: Timestamp;
  before: Json | null;
  entryId: string | null;
  erasedAt: Timestamp | null;
  id: string;
  scopeId: string;
  subject: string;
}

export interface ClaimFiles {
  claimId: string;
  content: Buffer;
  raffleId: string;
  uploadedAt: Timestamp;
}

export interface ClaimNews {
  happenedAt: Timestamp | null;
  language: string;
  mailId: string | null;
  raffleId: string;
  toldAt: Timestamp | null;
}

export interface ClaimNotices {
  actor: string;
  answer: string;
  at: Timestamp;
  claimId: string;
  id: string;
  raffleId: string;
  reached: string;
  way: string;
}

export interface Claims {
  answers: Buffer | null;
  claimBy: Timestamp;
  claimedAt: Timestamp | null;
  declinedAt: Timestamp | null;
  declinedFor: string | null;
  entryId: string;
  goneAt: Timestamp | null;
  handedOverAt: Timestamp | null;
  handedOverBy: string | null;
  handedOverKey: string | null;
  heldSince: Timestamp;
  id: string;
  isMailed: Generated<boolean>;
  openedAt: Timestamp | null;
  prizeCode: string;
  raffleId: string;
  reminders: Generated<number>;
  tax: string | null;
  ticket: number;
  turnedDownAt: Timestamp | null;
  turnedDownFor: string | null;
  voucherCode: string | null;
  winnerAddress: string | null;
  winnerContact: string | null;
  winnerName: string | null;
}

export interface ClaimSettings {
  needsId: Generated<boolean>;
  pickUp: Generated<string>;
  question: Generated<string>;
  raffleId: string;
  tellsOwner: Generated<boolean>;
  thanks: Generated<string>;
  ways: Generated<string>;
}

export interface ClosedMails {
  dueDate: Timestamp;
  mailId: string;
  raffleId: string;
}

export interface ClosingReminders {
  entryId: string;
  raffleId: string;
}

export interface CodeBatches {
  codes: number;
  id: string;
  kind: string;
  madeAt: Timestamp;
  madeBy: string;
  name: string;
  raffleId: string;
  ruleId: string;
  sealedSeed: Buffer | null;
  stoppedAt: Timestamp | null;
  stoppedBy: string | null;
  stored: Generated<number>;
}

export interface DeletedEntries {
  deletedAt: Timestamp;
  deletedBy: string | null;
  earnedDrops: Json | null;
  entry: Json;
  entryId: string;
  proofPhotos: Json | null;
  raffleId: string;
  reason: Generated<string>;
  wantedReminder: boolean;
}

export interface DrawListParts {
  entryIds: string[];
  lastCreatedAt: Timestamp;
  lastEntryId: string;
  lastLeaf: number | null;
  lines: Buffer;
  part: number;
  raffleId: string;
  root: Buffer;
}

export interface DrawLocks {
  chancesByWay: Json | null;
  lock: string;
  lockedAt: Timestamp;
  lockHash: Buffer;
  outDeleted: number | null;
  outDisqualified: number | null;
  outForRules: number | null;
  outWithdrawn: number | null;
  outWonBefore: number | null;
  raffleId: string;
  round: number;
  roundAt: Timestamp;
  signature: Buffer;
  siteKey: Buffer;
  tickets: number;
}

export interface DrawMailings {
  after: string | null;
  before: string | null;
  begunAt: Timestamp;
  changedAt: Timestamp | null;
  fromPaper: Generated<number>;
  id: string;
  kind: string;
  leftOut: Generated<number>;
  queued: Generated<number>;
  raffleId: string;
  reachedEntryId: string | null;
  state: string;
}

export interface DrawPlaces {
  part: number;
  places: string;
  raffleId: string;
}

export interface DrawReplacements {
  announced: Timestamp | null;
  at: Timestamp;
  consent: Buffer | null;
  fromTicket: number;
  note: string;
  number: number;
  previous: Buffer | null;
  prizeCode: string;
  raffleId: string;
  reason: string;
  signature: Buffer | null;
  toTicket: number | null;
}

export interface DrawResults {
  announcedAt: Generated<Timestamp | null>;
  beaconSignature: Buffer;
  firstWinners: Generated<string>;
  raffleId: string;
  results: string;
  seed: Buffer;
}

export interface DrawShows {
  raffleId: string;
  step: number;
  updatedAt: Timestamp;
}

export interface DropCodes {
  batchId: string;
  codeHash: Buffer;
  entryId: string | null;
  raffleId: string;
  usedAt: Timestamp | null;
}

export interface EarnedDrops {
  at: Timestamp;
  drops: number;
  entryId: string;
  givenBy: string;
  helperId: string | null;
  id: string;
  networkHash: Buffer | null;
  raffleId: string;
  reason: Generated<string>;
  ruleId: string;
  scanId: string | null;
  sourceKey: string;
  stationId: string | null;
  way: string;
  withdraws: string | null;
}

export interface Entries {
  address: string;
  claimedRules: Generated<string[]>;
  confirmedAt: Timestamp | null;
  createdAt: Generated<Timestamp>;
  deviceHash: Buffer | null;
  disqualifiedAt: Timestamp | null;
  disqualifiedFor: string | null;
  doneRules: Generated<string[]>;
  earned: ColumnType<StoredEarned, string | undefined, string>;
  earnedRows: Generated<number>;
  email: string;
  emailKey: string | null;
  entryCode: string;
  facebook: Generated<string>;
  firstName: string;
  id: string;
  instagram: Generated<string>;
  invitedBy: string | null;
  language: Generated<string>;
  lastName: string;
  mailbox: string | null;
  namedByTicket: Generated<boolean>;
  networkHash: Buffer | null;
  phone: string;
  phoneKey: string | null;
  promotions: Generated<boolean>;
  raffleId: string;
  retypedAt: Timestamp | null;
  selfOpenedAt: Timestamp | null;
  source: Generated<string>;
  status: Generated<string>;
  submissionHash: Buffer;
  termsAcceptedAt: Timestamp;
  updatedAt: Generated<Timestamp>;
  wishes: ColumnType<StoredWish[], string | undefined, string>;
}

export interface EntryChanges {
  entryIds: string[];
  id: Generated<string>;
  madeAt: Generated<Timestamp>;
  raffleId: string;
}

export interface EntryCounts {
  entries: number;
  key: string;
  kind: string;
  raffleId: string;
}

export interface EntryImports {
  createdAt: Generated<Timestamp>;
  error: string | null;
  file: Buffer;
  fileName: string;
  id: string;
  job: string | null;
  leftId: string | null;
  linesDone: Generated<number>;
  linesLeft: Generated<number>;
  linesTotal: Generated<number>;
  mapping: Json;
  preview: Json | null;
  previewVersion: number | null;
  raffleId: string;
  sender: Buffer | null;
  state: Generated<string>;
  updatedAt: Generated<Timestamp>;
}

export interface EntrySearch {
  alike: Buffer | null;
  deviceHash: Buffer | null;
  doneRules: string[];
  entryId: string;
  hasAlikeKeys: boolean | null;
  homeKey: Buffer | null;
  madeInMinute: Timestamp;
  mailboxKey: Buffer | null;
  mailDomain: string | null;
  nameKey: string;
  networkHash: Buffer | null;
  phoneHeadKey: Buffer | null;
  phoneTailKey: Buffer | null;
  raffleId: string;
  source: string;
  wishedPrizes: string[];
  words: string;
}

export interface EntryTickCounts {
  doneRules: string[];
  entries: number;
  raffleId: string;
}

export interface Events {
  accessCodeHash: Buffer;
  code: string;
  createdAt: Generated<Timestamp>;
  id: string;
  ownerId: string | null;
  raffleIdentifier: Generated<string>;
  src: string;
  srcCreateVoucherLink: Generated<string>;
  srcCreateVoucherValidateLink: Generated<string>;
  srcDraw: string;
  switchedOffAt: Timestamp | null;
  title: string;
  updatedAt: Generated<Timestamp>;
  version: Generated<number>;
}

export interface GuessTallies {
  at: Timestamp;
  key: Buffer;
  tries: number;
  used: Generated<number>;
  usedAt: Generated<Timestamp>;
}

export interface IdempotentAnswers {
  fingerprint: Buffer;
  key: Buffer;
  sealed: Buffer | null;
  startedAt: Generated<Timestamp>;
}

export interface ListChecks {
  checkedAt: Timestamp;
  differentGroups: number | null;
  entries: number | null;
  isComplete: boolean | null;
  openGroups: number | null;
  otherGroups: number | null;
  outAsSame: number | null;
  outOtherwise: number | null;
  raffleId: string;
  sameGroups: number | null;
}

export interface LogCosignatures {
  at: Timestamp;
  checkpoint: string;
  isOfLock: boolean;
  line: string;
  size: number;
  witness: string;
}

export interface LogDraws {
  index: number;
  kind: string;
  raffleId: string;
}

export interface LogHead {
  at: Timestamp;
  checkpoint: string;
  onlyRow: Generated<boolean>;
  origin: string;
  size: number;
}

export interface LogLeaves {
  index: number;
  leaf: Buffer;
}

export interface LogPlans {
  plan: Buffer;
  raffleId: string;
}

export interface LogQueue {
  changedBy: string | null;
  entryIds: Generated<string[]>;
  id: Generated<string>;
  leaf: Json | null;
  madeAt: Generated<Timestamp>;
  raffleId: string;
  reason: string | null;
  was: Json | null;
}

export interface LogSeals {
  commitment: Buffer;
  entryId: string;
  isCurrent: boolean;
  leaves: ArrayType<number>;
  raffleId: string;
  removedBy: string | null;
  seal: Buffer;
}

export interface LogTiles {
  hashes: Buffer;
  index: number;
  level: number;
}

export interface LogWitnesses {
  askedAt: Timestamp | null;
  failure: string | null;
  logKey: string | null;
  size: Generated<number>;
  url: string;
  witnessKey: string;
}

export interface LookAlikeDecisions {
  decidedAt: Timestamp;
  decidedBy: string;
  firstId: string;
  outId: string | null;
  raffleId: string;
  secondId: string;
  verdict: string;
}

export interface Mails {
  addressKey: Buffer | null;
  admittedAt: Timestamp | null;
  attempts: Generated<number>;
  claimId: string | null;
  createdAt: Generated<Timestamp>;
  deferredUntil: Timestamp | null;
  entryId: string | null;
  handedOverAt: Timestamp | null;
  id: string;
  kind: string;
  language: string;
  lastError: Generated<string>;
  mailingId: string | null;
  newsId: string | null;
  queuedAt: Timestamp | null;
  raffleId: string;
  sealed: Buffer | null;
  sentAt: Timestamp | null;
  state: Generated<string>;
  userId: string | null;
}

export interface MailStops {
  addressKey: Buffer;
  stoppedAt: Generated<Timestamp>;
}

export interface News {
  actor: string;
  begunAt: Timestamp | null;
  createdAt: Generated<Timestamp>;
  id: string;
  people: Generated<number>;
  queued: Generated<number>;
  reachedEntryId: string | null;
  reachedRaffleId: string | null;
  state: Generated<string>;
  texts: Json;
}

export interface NewsRefusals {
  addressKey: Buffer;
  refusedAt: Generated<Timestamp>;
}

export interface OfflineSlips {
  id: string;
  number: number;
  outcome: string;
  raffleId: string;
  receivedAt: Timestamp;
  sealed: Buffer | null;
  sentBy: string;
  settledAt: Timestamp | null;
  typedAt: Timestamp;
}

export interface PlanChanges {
  after: Json;
  at: Timestamp;
  before: Json;
  id: string;
  raffleId: string;
}

export interface Prizes {
  details: Generated<string>;
  icon: Generated<string>;
  id: string;
  name: string;
  numberOfWinners: Generated<number>;
  oddsChances: Generated<number>;
  oddsOf: Generated<number>;
  orderNumber: Generated<number>;
  picture: Generated<string>;
  pool: Generated<string>;
  prizeCode: string;
  raffleId: string;
  worth: Generated<string>;
}

export interface ProofPhotos {
  content: Buffer;
  decidedAt: Timestamp | null;
  entryId: string;
  id: string;
  looks: string;
  mark: Buffer;
  number: Buffer | null;
  numberMark: Buffer | null;
  raffleId: string;
  ruleId: string;
  state: Generated<string>;
  uploadedAt: Timestamp;
}

export interface PushNotices {
  afterId: string | null;
  dueAt: Timestamp;
  kind: string;
  raffleId: string;
}

export interface PushSubscriptions {
  createdAt: Generated<Timestamp>;
  endpointKey: Buffer;
  entryId: string;
  id: string;
  language: string;
  raffleId: string;
  sealed: Buffer;
}

export interface RaffleBanners {
  png: Buffer;
  raffleId: string;
  updatedAt: Generated<Timestamp>;
  webp: Buffer;
}

export interface RaffleHelpers {
  createdAt: Timestamp;
  deeds: string[];
  id: string;
  lastUsedAt: Timestamp | null;
  name: string;
  raffleId: string;
  stationId: string | null;
  tokenHash: Buffer;
}

export interface RaffleInvitations {
  createdAt: Timestamp;
  email: string;
  expiresAt: Timestamp;
  id: string;
  invitedBy: string;
  raffleId: string;
  role: string;
  tokenHash: Buffer;
}

export interface RaffleMembers {
  joinedAt: Timestamp;
  raffleId: string;
  role: string;
  userId: string;
}

export interface RafflePictures {
  mark: string;
  raffleId: string;
  webp: Buffer;
  width: number;
}

export interface Raffles {
  accentColor: Generated<string>;
  accessCodeHash: Buffer;
  announce: Generated<string>;
  checkMinutes: Generated<number>;
  claimDays: Generated<number>;
  codeId: string;
  createdAt: Generated<Timestamp>;
  details: string;
  drawDate: Timestamp;
  drawnAt: Timestamp | null;
  drawRequires: Generated<string>;
  drawWeight: Generated<string>;
  dueDate: Timestamp;
  embedAnywhere: Generated<boolean>;
  embedSites: Generated<string[]>;
  entriesErased: Generated<number>;
  entriesErasedAt: Timestamp | null;
  entriesErasingSince: Timestamp | null;
  entriesFrom: Generated<string>;
  entriesPerMailbox: Generated<string>;
  facebookLink: Generated<string>;
  id: string;
  instagramLink: Generated<string>;
  leadMinutes: Generated<number>;
  liveOdds: Generated<string>;
  lockAt: Timestamp | null;
  lockedAt: Timestamp | null;
  logo: Generated<string>;
  name: string;
  /**
   * Unused: see raffle_members.
   */
  ownerId: string | null;
  pauseDays: Generated<number>;
  permitNumber: Generated<string>;
  prizesEach: Generated<string>;
  publishAt: Timestamp | null;
  reserves: Generated<number>;
  retentionDays: Generated<number>;
  shopContact: Generated<string>;
  shopName: Generated<string>;
  shopPlace: Generated<string>;
  sources: Generated<string[]>;
  status: Generated<string>;
  updatedAt: Generated<Timestamp>;
  version: Generated<number>;
}

export interface ReceiptRequests {
  entryIds: string[];
  id: Generated<string>;
  madeAt: Generated<Timestamp>;
  raffleId: string;
}

export interface ReplacementAnnouncements {
  at: Timestamp;
  dueAt: Timestamp;
  endedAs: string | null;
  endedAt: Timestamp | null;
  fromTicket: number;
  id: string;
  note: string;
  objectedAt: Timestamp | null;
  prizeCode: string;
  raffleId: string;
  reason: string;
}

export interface RetiredCodes {
  code: string;
  retiredAt: Generated<Timestamp>;
}

export interface Rules {
  details: string;
  drops: Generated<number>;
  id: string;
  maxTimes: Generated<number>;
  needs: Generated<number>;
  number: number;
  pace: Generated<string>;
  proof: Generated<string>;
  raffleId: string;
}

export interface SiteSettings {
  mailTyped: Generated<string>;
  onlyRow: Generated<boolean>;
  siteKey: Buffer | null;
}

export interface Stations {
  endedAt: Timestamp | null;
  id: string;
  madeAt: Timestamp;
  name: string;
  number: number;
  place: Generated<string>;
  raffleId: string;
  ruleId: string;
  sealedKey: Buffer;
}

export interface StationScreens {
  helperId: string | null;
  id: string;
  openedAt: Timestamp;
  raffleId: string;
  shownBy: string;
  stationId: string;
}

export interface UserBackupCodes {
  codeHash: Buffer;
  userId: string;
}

export interface UserCredentials {
  accessToken: string | null;
  accessTokenExpiresAt: Timestamp | null;
  accountId: string;
  createdAt: Generated<Timestamp>;
  id: string;
  idToken: string | null;
  password: string | null;
  providerId: string;
  refreshToken: string | null;
  refreshTokenExpiresAt: Timestamp | null;
  scope: string | null;
  updatedAt: Generated<Timestamp>;
  userId: string;
}

export interface Users {
  banExpires: Timestamp | null;
  banned: Generated<boolean>;
  banReason: string | null;
  createdAt: Generated<Timestamp>;
  email: string;
  emailAskedAt: Timestamp | null;
  emailVerified: Generated<boolean>;
  formerEmail: string | null;
  id: string;
  image: string | null;
  language: string | null;
  newEmail: string | null;
  role: Generated<string>;
  shopCode: Generated<string | null>;
  typedMailReleasedAt: Timestamp | null;
  updatedAt: Generated<Timestamp>;
  username: string;
}

export interface UserSecondFactors {
  confirmedAt: Timestamp | null;
  createdAt: Generated<Timestamp>;
  lastStep: Generated<number>;
  secret: Buffer;
  userId: string;
}

export interface UserSessions {
  awaitsCode: Generated<boolean>;
  createdAt: Generated<Timestamp>;
  expiresAt: Timestamp;
  id: string;
  impersonatedBy: string | null;
  ipAddress: string | null;
  token: string;
  updatedAt: Generated<Timestamp>;
  userAgent: string | null;
  userId: string;
}

export interface UserVerifications {
  createdAt: Generated<Timestamp>;
  expiresAt: Timestamp;
  id: string;
  identifier: string;
  updatedAt: Generated<Timestamp>;
  value: string;
}

export interface WebhookDeliveries {
  answer: string | null;
  attempts: Generated<number>;
  endpointId: string;
  giveUpAt: Generated<Timestamp>;
  id: Generated<string>;
  kind: string;
  madeAt: Generated<Timestamp>;
  nextAt: Generated<Timestamp>;
  raffleId: string;
  state: Generated<string>;
  subjectIds: string[];
  triedAt: Timestamp | null;
}

export interface WebhookEndpoints {
  createdAt: Generated<Timestamp>;
  failingSince: Timestamp | null;
  failures: Generated<number>;
  formerSeed: string | null;
  formerUntil: Timestamp | null;
  id: string;
  kinds: string[];
  language: string;
  offAt: Timestamp | null;
  offMailId: string | null;
  pausedUntil: Timestamp | null;
  raffleId: string;
  secretSeed: Generated<string>;
  toldDueDate: Timestamp | null;
  turnUntil: Timestamp | null;
  url: string;
  verifiedAt: Generated<Timestamp | null>;
  withPeople: boolean;
}

export interface WinnerWords {
  agreedAt: Timestamp;
  claimId: string;
  onShopPage: Generated<boolean>;
  photo: Buffer | null;
  raffleId: string;
  sentence: string;
  shown: Generated<boolean>;
}

export interface WitnessedLogs {
  at: Timestamp;
  checkpoint: string;
  origin: string;
  size: number;
}

export interface DB {
  apiTokens: ApiTokens;
  auditLog: AuditLog;
  claimFiles: ClaimFiles;
  claimNews: ClaimNews;
  claimNotices: ClaimNotices;
  claims: Claims;
  claimSettings: ClaimSettings;
  closedMails: ClosedMails;
  closingReminders: ClosingReminders;
  codeBatches: CodeBatches;
  deletedEntries: DeletedEntries;
  drawListParts: DrawListParts;
  drawLocks: DrawLocks;
  drawMailings: DrawMailings;
  drawPlaces: DrawPlaces;
  drawReplacements: DrawReplacements;
  drawResults: DrawResults;
  drawShows: DrawShows;
  dropCodes: DropCodes;
  earnedDrops: EarnedDrops;
  entries: Entries;
  entryChanges: EntryChanges;
  entryCounts: EntryCounts;
  entryImports: EntryImports;
  entrySearch: EntrySearch;
  entryTickCounts: EntryTickCounts;
  events: Events;
  guessTallies: GuessTallies;
  idempotentAnswers: IdempotentAnswers;
  listChecks: ListChecks;
  logCosignatures: LogCosignatures;
  logDraws: LogDraws;
  logHead: LogHead;
  logLeaves: LogLeaves;
  logPlans: LogPlans;
  logQueue: LogQueue;
  logSeals: LogSeals;
  logTiles: LogTiles;
  logWitnesses: LogWitnesses;
  lookAlikeDecisions: LookAlikeDecisions;
  mails: Mails;
  mailStops: MailStops;
  news: News;
  newsRefusals: NewsRefusals;
  offlineSlips: OfflineSlips;
  planChanges: PlanChanges;
  prizes: Prizes;
  proofPhotos: ProofPhotos;
  pushNotices: PushNotices;
  pushSubscriptions: PushSubscriptions;
  raffleBanners: RaffleBanners;
  raffleHelpers: RaffleHelpers;
  raffleInvitations: RaffleInvitations;
  raffleMembers: RaffleMembers;
  rafflePictures: RafflePictures;
  raffles: Raffles;
  receiptRequests: ReceiptRequests;
  replacementAnnouncements: ReplacementAnnouncements;
  retiredCodes: RetiredCodes;
  rules: Rules;
  siteSettings: SiteSettings;
  stations: Stations;
  stationScreens: StationScreens;
  userBackupCodes: UserBackupCodes;
  userCredentials: UserCredentials;
  users: Users;
  userSecondFactors: UserSecondFactors;
  userSessions: UserSessions;
  userVerifications: UserVerifications;
  webhookDeliveries: WebhookDeliveries;
  webhookEndpoints: WebhookEndpoints;
  winnerWords: WinnerWords;
  witnessedLogs: WitnessedLogs;
}
