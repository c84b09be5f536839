export { acceptTerms, hasAccepted } from './accept.ts'
export { openTerms, type Terms } from './documents.ts'
