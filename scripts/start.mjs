// npm start: installs when needed, builds what changed, then serves everything in this one process.
import { build, checkNode, install } from './prepare.mjs'

checkNode()
install()
build()
await import('../bff/dist/one-process.js')
