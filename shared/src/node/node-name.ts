import { z } from 'zod'

/** A node's name: on the bus it is a part of subjects, in the database of leases. */
export const nodeName = () =>
  z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be at most 64 letters of A–Z, digits, - and _')
