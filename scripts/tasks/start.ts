/** `npm start`: generates, builds, then serves the demo home. */
import { build } from './build.ts'

await build()
await import('../../server/main.ts')
