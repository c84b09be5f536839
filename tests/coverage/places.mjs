// Where the tests are that hold the statements about accounts: each takes what the full name of a test contains.
const accounts = (file) => (title) => [`platform/src/accounts/${file}.test.ts`, title]
export const login = accounts('login/login')
export const passwords = accounts('passwords/passwords')
export const avatars = accounts('avatars/avatars')
export const profile = accounts('profile')
export const changes = accounts('changes/changes')
export const contact = (title) => ['shared/src/contact/contact.test.ts', title]
export const bodies = (title) => ['shared/src/contracts/rest/profile.test.ts', title]
export const notices = (title) => ['shared/src/notices/notices.test.ts', title]
export const session = (title) => ['client/src/machines/session/machine.test.ts', title]
export const stored = (title) => ['client/src/machines/session/stored-user.test.ts', title]
export const form = (title) => ['client/src/machines/login/machine.test.ts', title]
export const tabs = (title) => ['client/src/machines/session/tabs.test.ts', title]
export const avatarAddress = (title) => ['client/src/machines/session/avatar-address.test.ts', title]
export const calls = (title) => ['client/src/calls/account-calls.test.ts', title]
export const routes = (title) => ['client/src/app/router.test.ts', title]
export const invited = (title) => ['client/src/machines/login/parts.test.ts', title]
export const inBrowser = (file) => (title) => [`tests/e2e/${file}.spec.ts`, title]
export const loginPage = inBrowser('login')
export const invitePage = inBrowser('invite')
export const sessionPage = inBrowser('session')
export const profilePage = inBrowser('profile')
export const securityPage = inBrowser('security')
export const codes = accounts('codes/codes')
export const sessions = accounts('sessions/sessions')
export const contract = (title) => ['shared/src/contracts/calls/every-call.test.ts', title]
export const rewards = (title) => ['platform/src/rewards/routes.test.ts', title]
export const referral = (title) => ['platform/src/rewards/referral/referral-routes.test.ts', title]
export const analytics = (title) => ['platform/src/analytics/analytics.test.ts', title]
export const http = (title) => ['client/src/lib/http.test.ts', title]
export const bearer = (title) => ['client/src/calls/bearer-call.test.ts', title]
export const said = (title) => ['client/src/calls/notices.test.ts', title]
export const page = (title) => ['client/src/app/follow-session.test.ts', title]
export const pictures = (title) => ['platform/src/files/picture.test.ts', title]
export const live = (title) => ['tests/integration/live-session.test.ts', title]
export const walletPage = inBrowser('wallet')
export const wallet = (title) => ['platform/src/wallet/wallet.test.ts', title]
export const history = (title) => ['platform/src/matches/history/history.test.ts', title]
export const replay = (title) => ['client/src/features/match/replay/replay.test.ts', title]
export const joinBalance = (title) => ['client/src/app/join-balance.test.ts', title]
