/* A separate script that runs before the page's own, which bring React. */

import { wakeReact } from '../src/lib/wake-react.ts'

wakeReact()
