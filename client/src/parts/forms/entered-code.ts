import { codeSchema } from '@minefall/shared/contracts/rest'
import { z } from 'zod'

/** A code in a form, where none yet is another thing to say than one that is too short. */
export const enteredCodeSchema = z.string().min(1, { error: 'code-required', abort: true }).pipe(codeSchema)
