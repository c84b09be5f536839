import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A wire in front of the edge that can be held, so that nothing behind it is read any more; cut after the test. */
export const wireTo = async (address: string) => {
  const pipes: Socket[] = []
  const server = createServer((near) => {
    const far = connect(Number(new URL(address).port), '127.0.0.1')
    near.pipe(far)
    far.pipe(near)
    pipes.push(far, near)
    for (const end of [near, far]) end.on('error', () => {})
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  const cut = () => {
    for (const pipe of pipes) pipe.destroy()
    server.close()
  }
  onTestFinished(cut)
  return {
    address: `http://127.0.0.1:${port}`,
    cut,
    hold: () => pipes[0]?.unpipe().pause(),
    release: () => {
      const [far, near] = pipes
      if (far && near) far.pipe(near)
    },
  }
}
export type Wire = Awaited<ReturnType<typeof wireTo>>
