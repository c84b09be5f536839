// npm start: installs when needed, builds what changed, then serves everything in this one process.
import { build, ready } from './prepare.mjs'

await ready()
build()
await import('../bff/dist/one-process.js')
