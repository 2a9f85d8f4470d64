/** `npm run bench [-- --quick] [-- rules catalogue store broker app charts history dashboard network statistics]`: measures, prints a table, writes bench/results.json. */
import { build } from './build.ts'

await build()
await import('../../bench/run.ts')
