import type { TermsDocument } from '@minefall/shared/contracts/rest'

/** The operator's documents, each at an address of its name. */
export const termsNames = [
  'terms',
  'privacy',
  'responsible-play',
  'contact',
] as const satisfies TermsDocument[]
