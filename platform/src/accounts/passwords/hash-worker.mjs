/**
 * One hash, or one comparison with a hash, in a thread that gives way to all others.
 * Plain JavaScript, because Node loads a worker on its own: from the sources under test, and when built.
 */
import { hashSync, verifySync } from '@node-rs/argon2'

export const compute = ({ stored, password, options }) =>
  stored === null ? hashSync(password, options) : verifySync(stored, password, options)
