import { z } from 'zod'

z.config({ jitless: true })
console.log(z.strictObject({ a: z.int() }).safeParse(1))
