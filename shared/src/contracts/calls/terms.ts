import type { Call } from '../call.ts'
import { acceptedTermsSchema, termsPageSchema, termsParamsSchema, termsQuerySchema } from '../rest/terms.ts'

/** The versions that hold now. */
export const current = {
  method: 'GET',
  path: '/api/terms',
  may: 'anyone',
  answer: acceptedTermsSchema,
} as const satisfies Call

/** One document, in a language. */
export const page = {
  method: 'GET',
  path: '/api/terms/:document',
  may: 'anyone',
  params: termsParamsSchema,
  query: termsQuerySchema,
  answer: termsPageSchema,
} as const satisfies Call
