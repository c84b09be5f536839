import { z } from 'zod'

/**
 * Nothing that can't be seen or that moves what stands beside it: control and format characters (bidi, zero-width),
 * other ignorable ones (fillers, variation selectors), line separators, and the braille blank.
 */
const notInNames = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u
/** Letters of any script wear a few marks; towers of them reach into the lines around. */
const towerOfMarks = /\p{M}{4}/u

const nicknameMin = 2
const nicknameMax = 20

/** A nickname in its one form: NFKC, single spaces, none at the ends; 2 to 20 characters. */
export const nicknameSchema = z
  .string('nickname-required')
  .max(200, 'nickname-long')
  .transform((text, context) => {
    const name = text.normalize('NFKC').trim().replace(/ {2,}/g, ' ')
    const refuse = (message: string) => {
      context.issues.push({ code: 'custom', input: text, message })
      return z.NEVER
    }
    if (name === '') return refuse('nickname-required')
    if (notInNames.test(name) || towerOfMarks.test(name)) return refuse('nickname-characters')
    const characters = [...name].length
    if (characters < nicknameMin) return refuse('nickname-short')
    return characters > nicknameMax ? refuse('nickname-long') : name
  })
