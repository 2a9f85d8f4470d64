/** `npm start`: generates, builds, then serves the demo home. */
import { fileURLToPath } from 'node:url'
import { build } from './build.ts'

await build()
const server = fileURLToPath(new URL('../../dist-server/main.js', import.meta.url))

/*
 * The server takes this process over with the memory settings that suit it (decision 0133): hashing a password takes 19 MB,
 * which the C library would otherwise keep for each of its threads, and half of what lives briefly is small.
 */
if (process.platform === 'linux')
  process.execve?.(process.execPath, [process.execPath, '--max-semi-space-size=4', server], {
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '1048576',
    MALLOC_TRIM_THRESHOLD_: '1048576',
    ...process.env,
  })
await import(server)
