import { afterAll, beforeAll } from 'vitest'
import { busSuite } from './bus-suite.ts'
import { natsBus } from './nats-bus.ts'
import { startNats, type TestNats } from './testing-nats.ts'

let nats: TestNats
beforeAll(async () => {
  nats = await startNats()
})
afterAll(() => nats.remove())

busSuite('the bus over NATS', (options) => natsBus({ ...options, url: nats.url, name: 'a test' }))
