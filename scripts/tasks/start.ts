/** `npm start`: generates, builds, then serves the demo home. */
import { build } from './build.ts'

await build()
await import(new URL('../../dist-server/main.js', import.meta.url).href)
