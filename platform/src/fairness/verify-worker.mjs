/**
 * Checks one record, in a thread that gives way to all others.
 * Plain JavaScript, because Node loads a worker on its own: from the sources under test, and when built.
 */
import { verifyDocument } from '@minefall/shared/record'

/** `told` is the JSON of a record's document. The answer is the step that fails, or null. */
export const verify = (told) =>
  verifyDocument(JSON.parse(told)).find(({ outcome }) => outcome === 'fails')?.step ?? null
