import * as z from 'zod/mini'

/** The documents of the operator that every page links to. */
export const termsDocuments = ['terms', 'privacy', 'responsible-play', 'contact'] as const
export type TermsDocument = (typeof termsDocuments)[number]

/** What the operator calls a version: letters, digits, dots and dashes. */
const versionSchema = z.string().check(z.regex(/^[\w.-]{1,40}$/))

/** The documents that a player accepts, by version. */
export const acceptedTermsSchema = z.object({ terms: versionSchema, privacy: versionSchema })
export type AcceptedTerms = z.infer<typeof acceptedTermsSchema>
export const acceptableDocuments = ['terms', 'privacy'] as const satisfies readonly (keyof AcceptedTerms)[]

/** A run of text. `href` is an address of the web, of mail, or of this site. */
const textRunSchema = z.object({
  text: z.string(),
  strong: z.optional(z.boolean()),
  href: z.optional(z.string()),
})
export type TextRun = z.infer<typeof textRunSchema>
const textSchema = z.array(textRunSchema)

const blockSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), text: textSchema }),
  z.object({ kind: z.literal('paragraph'), text: textSchema }),
  z.object({ kind: z.literal('list'), items: z.array(textSchema) }),
])
export type TermsBlock = z.infer<typeof blockSchema>

/** A document as it is read. `language` is that of its text: English where it is not in the language asked for. */
export const termsPageSchema = z.object({
  document: z.enum(termsDocuments),
  version: versionSchema,
  language: z.string(),
  title: z.string(),
  blocks: z.array(blockSchema),
})
export type TermsPage = z.infer<typeof termsPageSchema>

export const termsParamsSchema = z.object({ document: z.enum(termsDocuments) })
export const termsQuerySchema = z.object({ language: z.optional(z.string().check(z.maxLength(20))) })
