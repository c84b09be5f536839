import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { tryListening } from './server-sockets.ts'
import { freePort } from './testing-ports.ts'

const here = '127.0.0.1'

it('finds a taken port taken, and free again when it is let go', async () => {
  const port = await freePort()
  const holder = createServer().listen(port, here)
  await once(holder, 'listening')
  await expect(tryListening(here, port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await new Promise((resolve) => holder.close(resolve))
  await expect(tryListening(here, port)).resolves.toBeUndefined()
})

it('says what is wrong with a host that is not of this machine', async () => {
  await expect(tryListening('192.0.2.1', 0)).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
})
