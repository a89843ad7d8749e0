// Made by `npm run generate` from the calls of protocol/; do not edit.
export const calls = {
  passkeySignInOptions: { where: 'both', method: 'POST', path: '/sign-in/passkey/options' },
  passkeySignIn: { where: 'both', method: 'POST', path: '/sign-in/passkey' },
  passwordSignIn: { where: 'both', method: 'POST', path: '/sign-in/password' },
  recoverySignIn: { where: 'both', method: 'POST', path: '/sign-in/recovery' },
  oidcSignIn: { where: 'console', method: 'POST', path: '/sign-in/oidc' },
  oidcSignInFinish: { where: 'console', method: 'POST', path: '/sign-in/oidc/finish' },
  linkOptions: { where: 'both', method: 'POST', path: '/link/options' },
  linkAccept: { where: 'both', method: 'POST', path: '/link/accept' },
  me: { where: 'both', method: 'GET', path: '/me' },
  currentSession: { where: 'both', method: 'GET', path: '/session' },
  renameMe: { where: 'both', method: 'POST', path: '/me' },
  stepUpPasskeyOptions: { where: 'both', method: 'POST', path: '/session/step-up/passkey/options' },
  stepUpPasskey: { where: 'both', method: 'POST', path: '/session/step-up/passkey' },
  stepUpPassword: { where: 'both', method: 'POST', path: '/session/step-up/password' },
  signOut: { where: 'both', method: 'POST', path: '/session/sign-out' },
  listSessions: { where: 'both', method: 'GET', path: '/sessions' },
  revokeSession: { where: 'both', method: 'POST', path: '/sessions/{id}/revoke' },
  revokeOtherSessions: { where: 'both', method: 'POST', path: '/sessions/revoke-others' },
  changes: { where: 'both', method: 'GET', path: '/changes' },
  listFactors: { where: 'both', method: 'GET', path: '/factors' },
  passkeyOptions: { where: 'both', method: 'POST', path: '/passkeys/options' },
  addPasskey: { where: 'both', method: 'POST', path: '/passkeys' },
  renamePasskey: { where: 'both', method: 'POST', path: '/passkeys/{id}/rename' },
  removePasskey: { where: 'both', method: 'POST', path: '/passkeys/{id}/remove' },
  setPassword: { where: 'both', method: 'POST', path: '/password' },
  totpOptions: { where: 'both', method: 'POST', path: '/totp/options' },
  setTotp: { where: 'both', method: 'POST', path: '/totp' },
  removePassword: { where: 'both', method: 'POST', path: '/password/remove' },
  renewRecoveryCodes: { where: 'both', method: 'POST', path: '/recovery-codes' },
  makeToken: { where: 'both', method: 'POST', path: '/tokens' },
  beginDevice: { where: 'both', method: 'POST', path: '/device' },
  showDevice: { where: 'both', method: 'POST', path: '/device/show' },
  confirmDevice: { where: 'both', method: 'POST', path: '/device/confirm' },
  takeDeviceToken: { where: 'both', method: 'POST', path: '/device/token' },
  listMembers: { where: 'portal', method: 'GET', path: '/members' },
  inviteMember: { where: 'portal', method: 'POST', path: '/members/invite' },
  setMemberRoles: { where: 'portal', method: 'POST', path: '/members/{id}/roles' },
  linkMember: { where: 'portal', method: 'POST', path: '/members/{id}/link' },
  suspendMember: { where: 'portal', method: 'POST', path: '/members/{id}/suspend' },
  reinstateMember: { where: 'portal', method: 'POST', path: '/members/{id}/reinstate' },
  removeMember: { where: 'portal', method: 'POST', path: '/members/{id}/remove' },
  institutionPeople: { where: 'console', method: 'GET', path: '/institutions/{id}/people' },
  institutionMember: { where: 'console', method: 'GET', path: '/members/{id}' },
  linkInstitutionMember: { where: 'console', method: 'POST', path: '/members/{id}/link' },
  recoverInstitutionMember: { where: 'console', method: 'POST', path: '/members/{id}/recover' },
  endInstitutionMemberSessions: { where: 'console', method: 'POST', path: '/members/{id}/end-sessions' },
  listStaff: { where: 'console', method: 'GET', path: '/staff' },
  inviteStaff: { where: 'console', method: 'POST', path: '/staff/invite' },
  setStaffRoles: { where: 'console', method: 'POST', path: '/staff/{id}/roles' },
  linkStaff: { where: 'console', method: 'POST', path: '/staff/{id}/link' },
  suspendStaff: { where: 'console', method: 'POST', path: '/staff/{id}/suspend' },
  reinstateStaff: { where: 'console', method: 'POST', path: '/staff/{id}/reinstate' },
  removeStaff: { where: 'console', method: 'POST', path: '/staff/{id}/remove' },
  secondPerson: { where: 'portal', method: 'GET', path: '/second-person' },
  setSecondPerson: { where: 'portal', method: 'POST', path: '/second-person' },
  keys: { where: 'portal', method: 'GET', path: '/keys' },
  key: { where: 'portal', method: 'GET', path: '/keys/{id}' },
  registerKey: { where: 'portal', method: 'POST', path: '/keys' },
  challengeKey: { where: 'portal', method: 'POST', path: '/keys/{id}/challenge' },
  proveKey: { where: 'portal', method: 'POST', path: '/keys/{id}/prove' },
  freezeKey: { where: 'portal', method: 'POST', path: '/keys/{id}/freeze' },
  unfreezeKey: { where: 'portal', method: 'POST', path: '/keys/{id}/unfreeze' },
  revokeKey: { where: 'portal', method: 'POST', path: '/keys/{id}/revoke' },
  keyWindow: { where: 'portal', method: 'POST', path: '/keys/{id}/nonce-window' },
  keyCalls: { where: 'portal', method: 'GET', path: '/keys/{id}/calls' },
  institutionKeys: { where: 'console', method: 'GET', path: '/institutions/{id}/api-keys' },
  institutionKey: { where: 'console', method: 'GET', path: '/api-keys/{id}' },
  institutionKeyCalls: { where: 'console', method: 'GET', path: '/api-keys/{id}/calls' },
  staffFreezeKey: { where: 'console', method: 'POST', path: '/api-keys/{id}/freeze' },
  staffUnfreezeKey: { where: 'console', method: 'POST', path: '/api-keys/{id}/unfreeze' },
  staffRevokeKey: { where: 'console', method: 'POST', path: '/api-keys/{id}/revoke' },
  addresses: { where: 'portal', method: 'GET', path: '/addresses' },
  address: { where: 'portal', method: 'GET', path: '/addresses/{id}' },
  checkAddress: { where: 'portal', method: 'GET', path: '/addresses/check' },
  ownParty: { where: 'portal', method: 'GET', path: '/addresses/own-party' },
  addAddress: { where: 'portal', method: 'POST', path: '/addresses' },
  proveAddress: { where: 'portal', method: 'POST', path: '/addresses/{id}/prove' },
  completeTravelRule: { where: 'portal', method: 'POST', path: '/addresses/{id}/travel-rule' },
  suspendAddress: { where: 'portal', method: 'POST', path: '/addresses/{id}/suspend' },
  reinstateAddress: { where: 'portal', method: 'POST', path: '/addresses/{id}/reinstate' },
  removeAddress: { where: 'portal', method: 'POST', path: '/addresses/{id}/remove' },
  institutionAddresses: { where: 'console', method: 'GET', path: '/addresses' },
  institutionAddress: { where: 'console', method: 'GET', path: '/addresses/{id}' },
  checkAddressProof: { where: 'console', method: 'GET', path: '/addresses/{id}/proof' },
  decideAddress: { where: 'console', method: 'POST', path: '/addresses/{id}/decide' },
  stopAddress: { where: 'console', method: 'POST', path: '/addresses/{id}/suspend' },
  restoreAddress: { where: 'console', method: 'POST', path: '/addresses/{id}/reinstate' },
  ownBankAccounts: { where: 'portal', method: 'GET', path: '/bank-accounts' },
  checkBankAccount: { where: 'portal', method: 'GET', path: '/bank-accounts/check' },
  registerBankAccount: { where: 'portal', method: 'POST', path: '/bank-accounts' },
  disableBankAccount: { where: 'portal', method: 'POST', path: '/bank-accounts/{id}/disable' },
  institutionBankAccounts: { where: 'console', method: 'GET', path: '/bank-accounts' },
  institutionBankAccount: { where: 'console', method: 'GET', path: '/bank-accounts/{id}' },
  decideBankAccount: { where: 'console', method: 'POST', path: '/bank-accounts/{id}/decide' },
  overview: { where: 'portal', method: 'GET', path: '/overview', money: true },
  accountBalance: { where: 'portal', method: 'GET', path: '/account/balances', money: true },
  queryEvents: { where: 'portal', method: 'GET', path: '/account/events', money: true },
  addOrder: { where: 'portal', method: 'POST', path: '/account/orders' },
  queryOrders: { where: 'portal', method: 'GET', path: '/account/orders', money: true },
  queryTrades: { where: 'portal', method: 'GET', path: '/account/trades', money: true },
  requestQuote: { where: 'portal', method: 'POST', path: '/account/quotes' },
  convert: { where: 'portal', method: 'POST', path: '/account/conversions' },
  queryConversions: { where: 'portal', method: 'GET', path: '/account/conversions', money: true },
  depositAddress: { where: 'portal', method: 'GET', path: '/account/deposit-address', money: true },
  queryDeposits: { where: 'portal', method: 'GET', path: '/account/deposits', money: true },
  withdrawAddresses: { where: 'portal', method: 'GET', path: '/account/withdrawal-addresses', money: true },
  bankAccounts: { where: 'portal', method: 'GET', path: '/account/bank-accounts', money: true },
  withdraw: { where: 'portal', method: 'POST', path: '/account/withdrawals' },
  queryWithdrawals: { where: 'portal', method: 'GET', path: '/account/withdrawals', money: true },
  cancelWithdrawal: { where: 'portal', method: 'POST', path: '/account/withdrawals/cancel' },
  queryTransfers: { where: 'portal', method: 'GET', path: '/account/transfers', money: true },
  statement: { where: 'portal', method: 'GET', path: '/account/statement', money: true },
  mintTokens: { where: 'portal', method: 'POST', path: '/account/mints' },
  cancelMint: { where: 'portal', method: 'POST', path: '/account/mints/cancel' },
  redeemTokens: { where: 'portal', method: 'POST', path: '/account/redemptions' },
  querySupplyChanges: { where: 'portal', method: 'GET', path: '/account/supply-changes', money: true },
  addPaymentRail: { where: 'portal', method: 'POST', path: '/account/rails' },
  queryPaymentRails: { where: 'portal', method: 'GET', path: '/account/rails', money: true },
  queryPayments: { where: 'portal', method: 'GET', path: '/account/payments', money: true },
  supplySteps: { where: 'portal', method: 'GET', path: '/account/supply-changes/{id}', money: true },
  smallestMint: { where: 'portal', method: 'GET', path: '/account/smallest-mint', money: true },
  accountSteps: { where: 'portal', method: 'GET', path: '/account/steps/{id}', money: true },
  movements: { where: 'portal', method: 'GET', path: '/account/movements', money: true },
  statementFile: { where: 'portal', method: 'GET', path: '/account/statement/file', file: 'download', money: true },
  closeOwnRail: { where: 'portal', method: 'POST', path: '/account/rails/{id}/close' },
  ladder: { where: 'portal', method: 'GET', path: '/ladder', money: true },
  agreements: { where: 'portal', method: 'GET', path: '/agreements' },
  agreementText: { where: 'portal', method: 'GET', path: '/agreements/{id}/text' },
  challengeAgreement: { where: 'portal', method: 'POST', path: '/agreements/{id}/challenge' },
  signAgreement: { where: 'portal', method: 'POST', path: '/agreements/{id}/sign' },
  agreementCopy: { where: 'portal', method: 'GET', path: '/agreements/{id}/copy' },
  institutionAgreements: { where: 'console', method: 'GET', path: '/institutions/{id}/agreements' },
  institutionAgreement: { where: 'console', method: 'GET', path: '/agreements/{id}' },
  sendAgreement: { where: 'console', method: 'POST', path: '/agreements' },
  countersignAgreement: { where: 'console', method: 'POST', path: '/agreements/{id}/countersign' },
  terminateAgreement: { where: 'console', method: 'POST', path: '/agreements/{id}/terminate' },
  staffAgreementCopy: { where: 'console', method: 'GET', path: '/agreements/{id}/copy' },
  auditSearch: { where: 'console', method: 'GET', path: '/audit' },
  auditVerify: { where: 'console', method: 'POST', path: '/audit/verify' },
  auditExport: { where: 'console', method: 'GET', path: '/audit/export' },
  company: { where: 'portal', method: 'GET', path: '/company' },
  companyLimits: { where: 'portal', method: 'GET', path: '/company/limits' },
  saveEntity: { where: 'portal', method: 'POST', path: '/company/entity' },
  addPerson: { where: 'portal', method: 'POST', path: '/company/persons' },
  changePerson: { where: 'portal', method: 'POST', path: '/company/persons/{id}' },
  removePerson: { where: 'portal', method: 'POST', path: '/company/persons/{id}/remove' },
  addDocument: { where: 'portal', method: 'POST', path: '/company/documents', file: 'upload' },
  ownDocument: { where: 'portal', method: 'GET', path: '/company/documents/{id}', file: 'download' },
  removeDocument: { where: 'portal', method: 'POST', path: '/company/documents/{id}/remove' },
  answerRequest: { where: 'portal', method: 'POST', path: '/company/requests/{id}/answer' },
  submitCase: { where: 'portal', method: 'POST', path: '/company/submit' },
  confirmReview: { where: 'portal', method: 'POST', path: '/company/confirm' },
  institutions: { where: 'console', method: 'GET', path: '/institutions' },
  institution: { where: 'console', method: 'GET', path: '/institutions/{id}' },
  institutionLimits: { where: 'console', method: 'GET', path: '/institutions/{id}/limits' },
  institutionMoney: { where: 'console', method: 'GET', path: '/institutions/{id}/money' },
  inviteInstitution: { where: 'console', method: 'POST', path: '/institutions' },
  suspendInstitution: { where: 'console', method: 'POST', path: '/institutions/{id}/suspend' },
  proposeOffboarding: { where: 'console', method: 'POST', path: '/institutions/{id}/offboard' },
  kybCase: { where: 'console', method: 'GET', path: '/kyb/{id}' },
  kybDocument: { where: 'console', method: 'GET', path: '/kyb/{id}/documents/{document_id}', file: 'download' },
  viewKybDocument: { where: 'console', method: 'GET', path: '/kyb/{id}/documents/{document_id}/view', file: 'download' },
  exportKybCase: { where: 'console', method: 'GET', path: '/kyb/{id}/export', file: 'download' },
  requestInformation: { where: 'console', method: 'POST', path: '/kyb/{id}/requests' },
  tickRequirement: { where: 'console', method: 'POST', path: '/kyb/{id}/ticks' },
  completeEdd: { where: 'console', method: 'POST', path: '/kyb/{id}/complete-edd' },
  openReview: { where: 'console', method: 'POST', path: '/kyb/{id}/review' },
  proposeDecision: { where: 'console', method: 'POST', path: '/kyb/{id}/decision' },
  exchanges: { where: 'console', method: 'GET', path: '/exchanges' },
  exchange: { where: 'console', method: 'GET', path: '/exchanges/{id}' },
  decideExchange: { where: 'console', method: 'POST', path: '/exchanges/{id}/decide' },
  retryExchange: { where: 'console', method: 'POST', path: '/exchanges/{id}/retry' },
  holds: { where: 'console', method: 'GET', path: '/holds' },
  hold: { where: 'console', method: 'GET', path: '/holds/{id}' },
  placeHold: { where: 'console', method: 'POST', path: '/holds' },
  parties: { where: 'console', method: 'GET', path: '/parties' },
  party: { where: 'console', method: 'GET', path: '/parties/{id}' },
  holdCase: { where: 'console', method: 'GET', path: '/holds/{id}/case' },
  bankCases: { where: 'console', method: 'GET', path: '/bank/cases' },
  wires: { where: 'console', method: 'GET', path: '/bank/wires' },
  ownAccounts: { where: 'console', method: 'GET', path: '/bank/accounts' },
  importBankFile: { where: 'console', method: 'POST', path: '/bank/files', file: 'upload' },
  bankFiles: { where: 'console', method: 'GET', path: '/bank/files' },
  unclearLines: { where: 'console', method: 'GET', path: '/bank/lines' },
  bankDays: { where: 'console', method: 'GET', path: '/bank/days' },
  waitingDeposits: { where: 'console', method: 'GET', path: '/deposits' },
  retryDeposit: { where: 'console', method: 'POST', path: '/deposits/{id}/retry' },
  rails: { where: 'console', method: 'GET', path: '/rails' },
  railPayments: { where: 'console', method: 'GET', path: '/payments' },
  suspendRail: { where: 'console', method: 'POST', path: '/rails/{id}/suspend' },
  closeRail: { where: 'console', method: 'POST', path: '/rails/{id}/close' },
  retryPayment: { where: 'console', method: 'POST', path: '/payments/{id}/retry' },
  pairs: { where: 'console', method: 'GET', path: '/pairs' },
  pairBook: { where: 'console', method: 'GET', path: '/pairs/book' },
  haltPair: { where: 'console', method: 'POST', path: '/pairs/halt' },
  venues: { where: 'console', method: 'GET', path: '/venues' },
  chains: { where: 'console', method: 'GET', path: '/chains' },
  contracts: { where: 'console', method: 'GET', path: '/chains/contracts' },
  coinSupplies: { where: 'console', method: 'GET', path: '/chains/supplies' },
  allowLists: { where: 'console', method: 'GET', path: '/chains/allow-lists' },
  holderBurns: { where: 'console', method: 'GET', path: '/chains/burns' },
  mintHalts: { where: 'console', method: 'GET', path: '/mint/halts' },
  haltMint: { where: 'console', method: 'POST', path: '/mint/halt' },
  chainOperations: { where: 'console', method: 'GET', path: '/chains/operations' },
  switches: { where: 'console', method: 'GET', path: '/switches' },
  pullSwitch: { where: 'console', method: 'POST', path: '/switches/pull' },
  consoleApprovals: { where: 'console', method: 'GET', path: '/approvals' },
  consoleApproval: { where: 'console', method: 'GET', path: '/approvals/{id}' },
  consoleApprovalEvidence: { where: 'console', method: 'GET', path: '/approvals/{id}/evidence' },
  consoleApprovalChallenge: { where: 'console', method: 'POST', path: '/approvals/{id}/challenge' },
  consoleDecideApproval: { where: 'console', method: 'POST', path: '/approvals/{id}/decide' },
  consoleWithdrawApproval: { where: 'console', method: 'POST', path: '/approvals/{id}/withdraw' },
  portalApprovals: { where: 'portal', method: 'GET', path: '/approvals' },
  portalApproval: { where: 'portal', method: 'GET', path: '/approvals/{id}' },
  portalApprovalEvidence: { where: 'portal', method: 'GET', path: '/approvals/{id}/evidence' },
  portalApprovalChallenge: { where: 'portal', method: 'POST', path: '/approvals/{id}/challenge' },
  portalDecideApproval: { where: 'portal', method: 'POST', path: '/approvals/{id}/decide' },
  portalWithdrawApproval: { where: 'portal', method: 'POST', path: '/approvals/{id}/withdraw' },
  proposeInstitutionApprover: { where: 'console', method: 'POST', path: '/members/approver' },
  proposeHoldDecide: { where: 'console', method: 'POST', path: '/holds/decide' },
  proposePartyDecide: { where: 'console', method: 'POST', path: '/parties/decide' },
  proposeListAccept: { where: 'console', method: 'POST', path: '/lists/accept' },
  proposeListRemove: { where: 'console', method: 'POST', path: '/lists/own/remove' },
  proposeSwitchLift: { where: 'console', method: 'POST', path: '/switches/lift' },
  proposeLimitSet: { where: 'console', method: 'POST', path: '/limits' },
  proposeCaseDecide: { where: 'console', method: 'POST', path: '/cases/decide' },
  proposeRuleActivate: { where: 'console', method: 'POST', path: '/rules/activate' },
  proposeRuleRetire: { where: 'console', method: 'POST', path: '/rules/retire' },
  proposeBankSendBack: { where: 'console', method: 'POST', path: '/bank/send-back' },
  proposeWireAssign: { where: 'console', method: 'POST', path: '/bank/assign' },
  proposeBankImport: { where: 'console', method: 'POST', path: '/bank/import' },
  proposeBankRetractFile: { where: 'console', method: 'POST', path: '/bank/retract-file' },
  proposeBankRetract: { where: 'console', method: 'POST', path: '/bank/retract' },
  proposeBankMatchLine: { where: 'console', method: 'POST', path: '/bank/match-line' },
  proposeBankBookLine: { where: 'console', method: 'POST', path: '/bank/book-line' },
  proposeBankAccount: { where: 'console', method: 'POST', path: '/bank/accounts' },
  proposeDepositAssign: { where: 'console', method: 'POST', path: '/deposits/assign' },
  proposeChainResume: { where: 'console', method: 'POST', path: '/chains/resume' },
  proposeMintResume: { where: 'console', method: 'POST', path: '/mint/resume' },
  proposeChainContract: { where: 'console', method: 'POST', path: '/chains/contracts' },
  proposeAllowListSwitch: { where: 'console', method: 'POST', path: '/chains/allow-lists' },
  proposePairResume: { where: 'console', method: 'POST', path: '/pairs/resume' },
  proposeVenueRegister: { where: 'console', method: 'POST', path: '/venues' },
  proposePaymentCredit: { where: 'console', method: 'POST', path: '/payments/credit' },
  proposeRailResume: { where: 'console', method: 'POST', path: '/rails/resume' },
  queue: { where: 'console', method: 'GET', path: '/queue' },
  ledgerAccounts: { where: 'console', method: 'GET', path: '/ledger/accounts' },
  ledgerAccount: { where: 'console', method: 'GET', path: '/ledger/accounts/{id}' },
  ledgerJournal: { where: 'console', method: 'GET', path: '/ledger/journals/{id}' },
  ledgerChecks: { where: 'console', method: 'GET', path: '/ledger/checks' },
  lists: { where: 'console', method: 'GET', path: '/lists' },
  listEntries: { where: 'console', method: 'GET', path: '/lists/entries' },
  listEntry: { where: 'console', method: 'GET', path: '/lists/entries/{id}' },
  listVersions: { where: 'console', method: 'GET', path: '/lists/versions' },
  listVersion: { where: 'console', method: 'GET', path: '/lists/versions/{id}' },
  refreshList: { where: 'console', method: 'POST', path: '/lists/refresh' },
  addOwnEntry: { where: 'console', method: 'POST', path: '/lists/own' },
  cases: { where: 'console', method: 'GET', path: '/cases' },
  case: { where: 'console', method: 'GET', path: '/cases/{id}' },
  assignCase: { where: 'console', method: 'POST', path: '/cases/{id}/assign' },
  noteCase: { where: 'console', method: 'POST', path: '/cases/{id}/notes' },
  addCaseDocument: { where: 'console', method: 'POST', path: '/cases/{id}/documents', file: 'upload' },
  caseDocument: { where: 'console', method: 'GET', path: '/cases/{id}/documents/{file_id}', file: 'download' },
  exportCase: { where: 'console', method: 'GET', path: '/cases/{id}/export', file: 'download' },
  rules: { where: 'console', method: 'GET', path: '/rules' },
  rule: { where: 'console', method: 'GET', path: '/rules/{id}' },
  tryRule: { where: 'console', method: 'GET', path: '/rules/versions/{id}/try' },
  writeRule: { where: 'console', method: 'POST', path: '/rules' },
  shadowRule: { where: 'console', method: 'POST', path: '/rules/versions/{id}/shadow' },
  discardRule: { where: 'console', method: 'POST', path: '/rules/versions/{id}/discard' },
  consoleSearch: { where: 'console', method: 'GET', path: '/search' },
  portalSearch: { where: 'portal', method: 'GET', path: '/search' },
  operation: { where: 'console', method: 'GET', path: '/operations/{id}' },
  treasury: { where: 'console', method: 'GET', path: '/treasury' },
  payouts: { where: 'console', method: 'GET', path: '/payouts' },
  report: { where: 'console', method: 'GET', path: '/reports/{report}' },
  reportFile: { where: 'console', method: 'GET', path: '/reports/{report}/file', file: 'download' },
  suspicionDraft: { where: 'console', method: 'GET', path: '/suspicions/{id}/draft', file: 'download' },
  saveOutsourcedService: { where: 'console', method: 'POST', path: '/outsourced-services' },
  system: { where: 'console', method: 'GET', path: '/system' },
  reservesHistory: { where: 'portal', method: 'GET', path: '/public/reserves-history' },
  priceHistory: { where: 'portal', method: 'GET', path: '/public/price-history' },
  getAssets: { where: 'public', method: 'GET', path: '/api/v1/client/assets' },
  getTradingPairs: { where: 'public', method: 'GET', path: '/api/v1/client/tradingPairs' },
  getQuotes: { where: 'public', method: 'GET', path: '/api/v1/client/quotes' },
  getReserves: { where: 'public', method: 'GET', path: '/api/v1/client/reserves' },
  getStatus: { where: 'public', method: 'GET', path: '/api/v1/client/status' },
  getTime: { where: 'public', method: 'GET', path: '/api/v1/client/time' },
} as const

/** Cures for programs only. People see the field and the waiting time instead. */
export const curesForPrograms: readonly string[] = ["Correct the field in details.field; details.rule names the rule that it breaks.","Wait for the time in Retry-After. Each key can send one request per second.","Send the request again after the time in Retry-After."]

export type Calls = {
  passkeySignInOptions: typeof import('@specie/protocol/web-api/session.ts')['passkeySignInOptions']
  passkeySignIn: typeof import('@specie/protocol/web-api/session.ts')['passkeySignIn']
  passwordSignIn: typeof import('@specie/protocol/web-api/session.ts')['passwordSignIn']
  recoverySignIn: typeof import('@specie/protocol/web-api/session.ts')['recoverySignIn']
  oidcSignIn: typeof import('@specie/protocol/web-api/session.ts')['oidcSignIn']
  oidcSignInFinish: typeof import('@specie/protocol/web-api/session.ts')['oidcSignInFinish']
  linkOptions: typeof import('@specie/protocol/web-api/session.ts')['linkOptions']
  linkAccept: typeof import('@specie/protocol/web-api/session.ts')['linkAccept']
  me: typeof import('@specie/protocol/web-api/session.ts')['me']
  currentSession: typeof import('@specie/protocol/web-api/session.ts')['currentSession']
  renameMe: typeof import('@specie/protocol/web-api/session.ts')['renameMe']
  stepUpPasskeyOptions: typeof import('@specie/protocol/web-api/session.ts')['stepUpPasskeyOptions']
  stepUpPasskey: typeof import('@specie/protocol/web-api/session.ts')['stepUpPasskey']
  stepUpPassword: typeof import('@specie/protocol/web-api/session.ts')['stepUpPassword']
  signOut: typeof import('@specie/protocol/web-api/session.ts')['signOut']
  listSessions: typeof import('@specie/protocol/web-api/session.ts')['listSessions']
  revokeSession: typeof import('@specie/protocol/web-api/session.ts')['revokeSession']
  revokeOtherSessions: typeof import('@specie/protocol/web-api/session.ts')['revokeOtherSessions']
  changes: typeof import('@specie/protocol/web-api/changes.ts')['changesCall']
  listFactors: typeof import('@specie/protocol/web-api/factors.ts')['listFactors']
  passkeyOptions: typeof import('@specie/protocol/web-api/factors.ts')['passkeyOptions']
  addPasskey: typeof import('@specie/protocol/web-api/factors.ts')['addPasskey']
  renamePasskey: typeof import('@specie/protocol/web-api/factors.ts')['renamePasskey']
  removePasskey: typeof import('@specie/protocol/web-api/factors.ts')['removePasskey']
  setPassword: typeof import('@specie/protocol/web-api/factors.ts')['setPassword']
  totpOptions: typeof import('@specie/protocol/web-api/factors.ts')['totpOptions']
  setTotp: typeof import('@specie/protocol/web-api/factors.ts')['setTotp']
  removePassword: typeof import('@specie/protocol/web-api/factors.ts')['removePassword']
  renewRecoveryCodes: typeof import('@specie/protocol/web-api/factors.ts')['renewRecoveryCodes']
  makeToken: typeof import('@specie/protocol/web-api/tokens.ts')['makeToken']
  beginDevice: typeof import('@specie/protocol/web-api/tokens.ts')['beginDevice']
  showDevice: typeof import('@specie/protocol/web-api/tokens.ts')['showDevice']
  confirmDevice: typeof import('@specie/protocol/web-api/tokens.ts')['confirmDevice']
  takeDeviceToken: typeof import('@specie/protocol/web-api/tokens.ts')['takeDeviceToken']
  listMembers: typeof import('@specie/protocol/portal/members.ts')['listMembers']
  inviteMember: typeof import('@specie/protocol/portal/members.ts')['inviteMember']
  setMemberRoles: typeof import('@specie/protocol/portal/members.ts')['setMemberRoles']
  linkMember: typeof import('@specie/protocol/portal/members.ts')['linkMember']
  suspendMember: typeof import('@specie/protocol/portal/members.ts')['suspendMember']
  reinstateMember: typeof import('@specie/protocol/portal/members.ts')['reinstateMember']
  removeMember: typeof import('@specie/protocol/portal/members.ts')['removeMember']
  institutionPeople: typeof import('@specie/protocol/console/members.ts')['institutionPeople']
  institutionMember: typeof import('@specie/protocol/console/members.ts')['institutionMember']
  linkInstitutionMember: typeof import('@specie/protocol/console/members.ts')['linkInstitutionMember']
  recoverInstitutionMember: typeof import('@specie/protocol/console/members.ts')['recoverInstitutionMember']
  endInstitutionMemberSessions: typeof import('@specie/protocol/console/members.ts')['endInstitutionMemberSessions']
  listStaff: typeof import('@specie/protocol/console/staff.ts')['listStaff']
  inviteStaff: typeof import('@specie/protocol/console/staff.ts')['inviteStaff']
  setStaffRoles: typeof import('@specie/protocol/console/staff.ts')['setStaffRoles']
  linkStaff: typeof import('@specie/protocol/console/staff.ts')['linkStaff']
  suspendStaff: typeof import('@specie/protocol/console/staff.ts')['suspendStaff']
  reinstateStaff: typeof import('@specie/protocol/console/staff.ts')['reinstateStaff']
  removeStaff: typeof import('@specie/protocol/console/staff.ts')['removeStaff']
  secondPerson: typeof import('@specie/protocol/portal/second-person.ts')['secondPersonCall']
  setSecondPerson: typeof import('@specie/protocol/portal/second-person.ts')['setSecondPersonCall']
  keys: typeof import('@specie/protocol/portal/api-keys.ts')['keysCall']
  key: typeof import('@specie/protocol/portal/api-keys.ts')['keyCall']
  registerKey: typeof import('@specie/protocol/portal/api-keys.ts')['registerKeyCall']
  challengeKey: typeof import('@specie/protocol/portal/api-keys.ts')['challengeKeyCall']
  proveKey: typeof import('@specie/protocol/portal/api-keys.ts')['proveKeyCall']
  freezeKey: typeof import('@specie/protocol/portal/api-keys.ts')['freezeKeyCall']
  unfreezeKey: typeof import('@specie/protocol/portal/api-keys.ts')['unfreezeKeyCall']
  revokeKey: typeof import('@specie/protocol/portal/api-keys.ts')['revokeKeyCall']
  keyWindow: typeof import('@specie/protocol/portal/api-keys.ts')['keyWindowCall']
  keyCalls: typeof import('@specie/protocol/portal/api-keys.ts')['keyCallsCall']
  institutionKeys: typeof import('@specie/protocol/console/api-keys.ts')['staffKeyCalls']['list']
  institutionKey: typeof import('@specie/protocol/console/api-keys.ts')['staffKeyCalls']['show']
  institutionKeyCalls: typeof import('@specie/protocol/console/api-keys.ts')['staffKeyCalls']['calls']
  staffFreezeKey: typeof import('@specie/protocol/console/api-keys.ts')['staffKeyCalls']['freeze']
  staffUnfreezeKey: typeof import('@specie/protocol/console/api-keys.ts')['staffKeyCalls']['unfreeze']
  staffRevokeKey: typeof import('@specie/protocol/console/api-keys.ts')['staffKeyCalls']['revoke']
  addresses: typeof import('@specie/protocol/portal/addresses.ts')['addressesCall']
  address: typeof import('@specie/protocol/portal/addresses.ts')['addressCall']
  checkAddress: typeof import('@specie/protocol/portal/addresses.ts')['checkAddressCall']
  ownParty: typeof import('@specie/protocol/portal/addresses.ts')['ownPartyCall']
  addAddress: typeof import('@specie/protocol/portal/addresses.ts')['addAddressCall']
  proveAddress: typeof import('@specie/protocol/portal/addresses.ts')['proveAddressCall']
  completeTravelRule: typeof import('@specie/protocol/portal/addresses.ts')['completeTravelRuleCall']
  suspendAddress: typeof import('@specie/protocol/portal/addresses.ts')['suspendAddressCall']
  reinstateAddress: typeof import('@specie/protocol/portal/addresses.ts')['reinstateAddressCall']
  removeAddress: typeof import('@specie/protocol/portal/addresses.ts')['removeAddressCall']
  institutionAddresses: typeof import('@specie/protocol/console/addresses.ts')['institutionAddressesCall']
  institutionAddress: typeof import('@specie/protocol/console/addresses.ts')['institutionAddressCall']
  checkAddressProof: typeof import('@specie/protocol/console/addresses.ts')['checkAddressProofCall']
  decideAddress: typeof import('@specie/protocol/console/addresses.ts')['decideAddressCall']
  stopAddress: typeof import('@specie/protocol/console/addresses.ts')['stopAddressCall']
  restoreAddress: typeof import('@specie/protocol/console/addresses.ts')['restoreAddressCall']
  ownBankAccounts: typeof import('@specie/protocol/portal/bank-accounts.ts')['ownBankAccountsCall']
  checkBankAccount: typeof import('@specie/protocol/portal/bank-accounts.ts')['checkBankAccountCall']
  registerBankAccount: typeof import('@specie/protocol/portal/bank-accounts.ts')['registerBankAccountCall']
  disableBankAccount: typeof import('@specie/protocol/portal/bank-accounts.ts')['disableBankAccountCall']
  institutionBankAccounts: typeof import('@specie/protocol/console/bank-accounts.ts')['institutionBankAccountsCall']
  institutionBankAccount: typeof import('@specie/protocol/console/bank-accounts.ts')['institutionBankAccountCall']
  decideBankAccount: typeof import('@specie/protocol/console/bank-accounts.ts')['decideBankAccountCall']
  overview: typeof import('@specie/protocol/portal/overview.ts')['overviewCall']
  accountBalance: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['accountBalance']
  queryEvents: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['queryEvents']
  addOrder: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['addOrder']
  queryOrders: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['queryOrders']
  queryTrades: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['queryTrades']
  requestQuote: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['requestQuote']
  convert: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['convert']
  queryConversions: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['queryConversions']
  depositAddress: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['depositAddress']
  queryDeposits: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['queryDeposits']
  withdrawAddresses: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['withdrawAddresses']
  bankAccounts: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['bankAccounts']
  withdraw: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['withdraw']
  queryWithdrawals: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['queryWithdrawals']
  cancelWithdrawal: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['cancelWithdrawal']
  queryTransfers: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['queryTransfers']
  statement: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['statement']
  mintTokens: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['mintTokens']
  cancelMint: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['cancelMint']
  redeemTokens: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['redeemTokens']
  querySupplyChanges: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['querySupplyChanges']
  addPaymentRail: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['addPaymentRail']
  queryPaymentRails: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['queryPaymentRails']
  queryPayments: typeof import('@specie/protocol/portal/money.ts')['moneyCalls']['queryPayments']
  supplySteps: typeof import('@specie/protocol/portal/supply.ts')['supplyStepsCall']
  smallestMint: typeof import('@specie/protocol/portal/supply.ts')['smallestMintCall']
  accountSteps: typeof import('@specie/protocol/portal/movements.ts')['stepsCall']
  movements: typeof import('@specie/protocol/portal/movements.ts')['movementsCall']
  statementFile: typeof import('@specie/protocol/portal/movements.ts')['statementFileCall']
  closeOwnRail: typeof import('@specie/protocol/portal/movements.ts')['closeOwnRailCall']
  ladder: typeof import('@specie/protocol/portal/ladder.ts')['ladderCall']
  agreements: typeof import('@specie/protocol/portal/agreements.ts')['agreementsCall']
  agreementText: typeof import('@specie/protocol/portal/agreements.ts')['agreementTextCall']
  challengeAgreement: typeof import('@specie/protocol/portal/agreements.ts')['challengeAgreementCall']
  signAgreement: typeof import('@specie/protocol/portal/agreements.ts')['signAgreementCall']
  agreementCopy: typeof import('@specie/protocol/portal/agreements.ts')['agreementCopyCall']
  institutionAgreements: typeof import('@specie/protocol/console/agreements.ts')['institutionAgreementsCall']
  institutionAgreement: typeof import('@specie/protocol/console/agreements.ts')['institutionAgreementCall']
  sendAgreement: typeof import('@specie/protocol/console/agreements.ts')['sendAgreementCall']
  countersignAgreement: typeof import('@specie/protocol/console/agreements.ts')['countersignAgreementCall']
  terminateAgreement: typeof import('@specie/protocol/console/agreements.ts')['terminateAgreementCall']
  staffAgreementCopy: typeof import('@specie/protocol/console/agreements.ts')['staffAgreementCopyCall']
  auditSearch: typeof import('@specie/protocol/console/audit.ts')['auditSearchCall']
  auditVerify: typeof import('@specie/protocol/console/audit.ts')['auditVerifyCall']
  auditExport: typeof import('@specie/protocol/console/audit.ts')['auditExportCall']
  company: typeof import('@specie/protocol/portal/company.ts')['company']
  companyLimits: typeof import('@specie/protocol/portal/company.ts')['companyLimits']
  saveEntity: typeof import('@specie/protocol/portal/company.ts')['saveEntity']
  addPerson: typeof import('@specie/protocol/portal/company.ts')['addPerson']
  changePerson: typeof import('@specie/protocol/portal/company.ts')['changePerson']
  removePerson: typeof import('@specie/protocol/portal/company.ts')['removePerson']
  addDocument: typeof import('@specie/protocol/portal/company.ts')['addDocument']
  ownDocument: typeof import('@specie/protocol/portal/company.ts')['ownDocument']
  removeDocument: typeof import('@specie/protocol/portal/company.ts')['removeDocument']
  answerRequest: typeof import('@specie/protocol/portal/company.ts')['answerRequest']
  submitCase: typeof import('@specie/protocol/portal/company.ts')['submitCase']
  confirmReview: typeof import('@specie/protocol/portal/company.ts')['confirmReview']
  institutions: typeof import('@specie/protocol/console/kyb.ts')['institutions']
  institution: typeof import('@specie/protocol/console/kyb.ts')['institution']
  institutionLimits: typeof import('@specie/protocol/console/kyb.ts')['institutionLimits']
  institutionMoney: typeof import('@specie/protocol/console/kyb.ts')['institutionMoney']
  inviteInstitution: typeof import('@specie/protocol/console/kyb.ts')['inviteInstitution']
  suspendInstitution: typeof import('@specie/protocol/console/kyb.ts')['suspendInstitution']
  proposeOffboarding: typeof import('@specie/protocol/console/kyb.ts')['proposeOffboarding']
  kybCase: typeof import('@specie/protocol/console/kyb.ts')['kybCase']
  kybDocument: typeof import('@specie/protocol/console/kyb.ts')['kybDocument']
  viewKybDocument: typeof import('@specie/protocol/console/kyb.ts')['viewKybDocument']
  exportKybCase: typeof import('@specie/protocol/console/kyb.ts')['exportKybCase']
  requestInformation: typeof import('@specie/protocol/console/kyb.ts')['requestInformation']
  tickRequirement: typeof import('@specie/protocol/console/kyb.ts')['tickRequirement']
  completeEdd: typeof import('@specie/protocol/console/kyb.ts')['completeEdd']
  openReview: typeof import('@specie/protocol/console/kyb.ts')['openReview']
  proposeDecision: typeof import('@specie/protocol/console/kyb.ts')['proposeDecision']
  exchanges: typeof import('@specie/protocol/console/exchanges.ts')['exchangesCall']
  exchange: typeof import('@specie/protocol/console/exchanges.ts')['exchangeCall']
  decideExchange: typeof import('@specie/protocol/console/exchanges.ts')['decideExchangeCall']
  retryExchange: typeof import('@specie/protocol/console/exchanges.ts')['retryExchangeCall']
  holds: typeof import('@specie/protocol/console/holds.ts')['holdsCall']
  hold: typeof import('@specie/protocol/console/holds.ts')['holdCall']
  placeHold: typeof import('@specie/protocol/console/holds.ts')['placeHoldCall']
  parties: typeof import('@specie/protocol/console/parties.ts')['partiesCall']
  party: typeof import('@specie/protocol/console/parties.ts')['partyCall']
  holdCase: typeof import('@specie/protocol/console/hold-case.ts')['holdCaseCall']
  bankCases: typeof import('@specie/protocol/console/bank.ts')['bankCasesCall']
  wires: typeof import('@specie/protocol/console/bank.ts')['wiresCall']
  ownAccounts: typeof import('@specie/protocol/console/bank.ts')['ownAccountsCall']
  importBankFile: typeof import('@specie/protocol/console/bank.ts')['importBankFileCall']
  bankFiles: typeof import('@specie/protocol/console/bank.ts')['bankFilesCall']
  unclearLines: typeof import('@specie/protocol/console/bank.ts')['unclearLinesCall']
  bankDays: typeof import('@specie/protocol/console/bank.ts')['bankDaysCall']
  waitingDeposits: typeof import('@specie/protocol/console/deposits.ts')['waitingDepositsCall']
  retryDeposit: typeof import('@specie/protocol/console/deposits.ts')['retryDepositCall']
  rails: typeof import('@specie/protocol/console/rails.ts')['railsCall']
  railPayments: typeof import('@specie/protocol/console/rails.ts')['railPaymentsCall']
  suspendRail: typeof import('@specie/protocol/console/rails.ts')['suspendRailCall']
  closeRail: typeof import('@specie/protocol/console/rails.ts')['closeRailCall']
  retryPayment: typeof import('@specie/protocol/console/rails.ts')['retryPaymentCall']
  pairs: typeof import('@specie/protocol/console/trading.ts')['pairsCall']
  pairBook: typeof import('@specie/protocol/console/trading.ts')['pairBookCall']
  haltPair: typeof import('@specie/protocol/console/trading.ts')['haltPairCall']
  venues: typeof import('@specie/protocol/console/trading.ts')['venuesCall']
  chains: typeof import('@specie/protocol/console/chains.ts')['chainsCall']
  contracts: typeof import('@specie/protocol/console/chains.ts')['contractsCall']
  coinSupplies: typeof import('@specie/protocol/console/chains.ts')['supplyCall']
  allowLists: typeof import('@specie/protocol/console/chains.ts')['allowListsCall']
  holderBurns: typeof import('@specie/protocol/console/chains.ts')['burnsCall']
  mintHalts: typeof import('@specie/protocol/console/chains.ts')['mintHaltsCall']
  haltMint: typeof import('@specie/protocol/console/chains.ts')['haltMintCall']
  chainOperations: typeof import('@specie/protocol/console/chains.ts')['chainOperationsCall']
  switches: typeof import('@specie/protocol/console/switches.ts')['switchesCall']
  pullSwitch: typeof import('@specie/protocol/console/switches.ts')['pullSwitchCall']
  consoleApprovals: typeof import('@specie/protocol/console/approvals.ts')['consoleApprovals']['list']
  consoleApproval: typeof import('@specie/protocol/console/approvals.ts')['consoleApprovals']['show']
  consoleApprovalEvidence: typeof import('@specie/protocol/console/approvals.ts')['consoleApprovals']['evidence']
  consoleApprovalChallenge: typeof import('@specie/protocol/console/approvals.ts')['consoleApprovals']['challenge']
  consoleDecideApproval: typeof import('@specie/protocol/console/approvals.ts')['consoleApprovals']['decide']
  consoleWithdrawApproval: typeof import('@specie/protocol/console/approvals.ts')['consoleApprovals']['withdraw']
  portalApprovals: typeof import('@specie/protocol/portal/approvals.ts')['portalApprovals']['list']
  portalApproval: typeof import('@specie/protocol/portal/approvals.ts')['portalApprovals']['show']
  portalApprovalEvidence: typeof import('@specie/protocol/portal/approvals.ts')['portalApprovals']['evidence']
  portalApprovalChallenge: typeof import('@specie/protocol/portal/approvals.ts')['portalApprovals']['challenge']
  portalDecideApproval: typeof import('@specie/protocol/portal/approvals.ts')['portalApprovals']['decide']
  portalWithdrawApproval: typeof import('@specie/protocol/portal/approvals.ts')['portalApprovals']['withdraw']
  proposeInstitutionApprover: typeof import('@specie/protocol/console/approvals.ts')['proposals'][0]['call']
  proposeHoldDecide: typeof import('@specie/protocol/console/approvals.ts')['proposals'][1]['call']
  proposePartyDecide: typeof import('@specie/protocol/console/approvals.ts')['proposals'][2]['call']
  proposeListAccept: typeof import('@specie/protocol/console/approvals.ts')['proposals'][3]['call']
  proposeListRemove: typeof import('@specie/protocol/console/approvals.ts')['proposals'][4]['call']
  proposeSwitchLift: typeof import('@specie/protocol/console/approvals.ts')['proposals'][5]['call']
  proposeLimitSet: typeof import('@specie/protocol/console/approvals.ts')['proposals'][6]['call']
  proposeCaseDecide: typeof import('@specie/protocol/console/approvals.ts')['proposals'][7]['call']
  proposeRuleActivate: typeof import('@specie/protocol/console/approvals.ts')['proposals'][8]['call']
  proposeRuleRetire: typeof import('@specie/protocol/console/approvals.ts')['proposals'][9]['call']
  proposeBankSendBack: typeof import('@specie/protocol/console/approvals.ts')['proposals'][10]['call']
  proposeWireAssign: typeof import('@specie/protocol/console/approvals.ts')['proposals'][11]['call']
  proposeBankImport: typeof import('@specie/protocol/console/approvals.ts')['proposals'][12]['call']
  proposeBankRetractFile: typeof import('@specie/protocol/console/approvals.ts')['proposals'][13]['call']
  proposeBankRetract: typeof import('@specie/protocol/console/approvals.ts')['proposals'][14]['call']
  proposeBankMatchLine: typeof import('@specie/protocol/console/approvals.ts')['proposals'][15]['call']
  proposeBankBookLine: typeof import('@specie/protocol/console/approvals.ts')['proposals'][16]['call']
  proposeBankAccount: typeof import('@specie/protocol/console/approvals.ts')['proposals'][17]['call']
  proposeDepositAssign: typeof import('@specie/protocol/console/approvals.ts')['proposals'][18]['call']
  proposeChainResume: typeof import('@specie/protocol/console/approvals.ts')['proposals'][19]['call']
  proposeMintResume: typeof import('@specie/protocol/console/approvals.ts')['proposals'][20]['call']
  proposeChainContract: typeof import('@specie/protocol/console/approvals.ts')['proposals'][21]['call']
  proposeAllowListSwitch: typeof import('@specie/protocol/console/approvals.ts')['proposals'][22]['call']
  proposePairResume: typeof import('@specie/protocol/console/approvals.ts')['proposals'][23]['call']
  proposeVenueRegister: typeof import('@specie/protocol/console/approvals.ts')['proposals'][24]['call']
  proposePaymentCredit: typeof import('@specie/protocol/console/approvals.ts')['proposals'][25]['call']
  proposeRailResume: typeof import('@specie/protocol/console/approvals.ts')['proposals'][26]['call']
  queue: typeof import('@specie/protocol/console/queue.ts')['queueCall']
  ledgerAccounts: typeof import('@specie/protocol/console/ledger.ts')['ledgerAccountsCall']
  ledgerAccount: typeof import('@specie/protocol/console/ledger.ts')['ledgerAccountCall']
  ledgerJournal: typeof import('@specie/protocol/console/ledger.ts')['ledgerJournalCall']
  ledgerChecks: typeof import('@specie/protocol/console/ledger.ts')['ledgerChecksCall']
  lists: typeof import('@specie/protocol/console/lists.ts')['listsCall']
  listEntries: typeof import('@specie/protocol/console/lists.ts')['listEntriesCall']
  listEntry: typeof import('@specie/protocol/console/lists.ts')['listEntryCall']
  listVersions: typeof import('@specie/protocol/console/lists.ts')['listVersionsCall']
  listVersion: typeof import('@specie/protocol/console/lists.ts')['listVersionCall']
  refreshList: typeof import('@specie/protocol/console/lists.ts')['refreshListCall']
  addOwnEntry: typeof import('@specie/protocol/console/lists.ts')['addOwnEntryCall']
  cases: typeof import('@specie/protocol/console/cases.ts')['casesCall']
  case: typeof import('@specie/protocol/console/cases.ts')['caseCall']
  assignCase: typeof import('@specie/protocol/console/cases.ts')['assignCaseCall']
  noteCase: typeof import('@specie/protocol/console/cases.ts')['noteCaseCall']
  addCaseDocument: typeof import('@specie/protocol/console/cases.ts')['addCaseDocumentCall']
  caseDocument: typeof import('@specie/protocol/console/cases.ts')['caseDocumentCall']
  exportCase: typeof import('@specie/protocol/console/cases.ts')['exportCaseCall']
  rules: typeof import('@specie/protocol/console/rules.ts')['rulesCall']
  rule: typeof import('@specie/protocol/console/rules.ts')['ruleCall']
  tryRule: typeof import('@specie/protocol/console/rules.ts')['tryRuleCall']
  writeRule: typeof import('@specie/protocol/console/rules.ts')['writeRuleCall']
  shadowRule: typeof import('@specie/protocol/console/rules.ts')['shadowRuleCall']
  discardRule: typeof import('@specie/protocol/console/rules.ts')['discardRuleCall']
  consoleSearch: typeof import('@specie/protocol/console/search.ts')['consoleSearchCall']
  portalSearch: typeof import('@specie/protocol/portal/search.ts')['portalSearchCall']
  operation: typeof import('@specie/protocol/console/operation.ts')['operationCall']
  treasury: typeof import('@specie/protocol/console/treasury.ts')['treasuryCall']
  payouts: typeof import('@specie/protocol/console/treasury.ts')['payoutsCall']
  report: typeof import('@specie/protocol/console/reports.ts')['reportCall']
  reportFile: typeof import('@specie/protocol/console/reports.ts')['reportFileCall']
  suspicionDraft: typeof import('@specie/protocol/console/reports.ts')['suspicionDraftCall']
  saveOutsourcedService: typeof import('@specie/protocol/console/outsourcing.ts')['saveOutsourcedServiceCall']
  system: typeof import('@specie/protocol/console/system.ts')['systemCall']
  reservesHistory: typeof import('@specie/protocol/portal/public.ts')['reservesHistoryCall']
  priceHistory: typeof import('@specie/protocol/portal/public.ts')['priceHistoryCall']
  getAssets: typeof import('@specie/protocol/endpoints/public.ts')['getAssets']
  getTradingPairs: typeof import('@specie/protocol/endpoints/public.ts')['getTradingPairs']
  getQuotes: typeof import('@specie/protocol/endpoints/trading.ts')['getQuotes']
  getReserves: typeof import('@specie/protocol/endpoints/supply.ts')['getReserves']
  getStatus: typeof import('@specie/protocol/endpoints/public.ts')['getStatus']
  getTime: typeof import('@specie/protocol/endpoints/public.ts')['getTime']
}
