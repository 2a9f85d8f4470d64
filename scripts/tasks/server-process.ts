import { fileURLToPath } from 'node:url'

/** The server as Vite has put it together. */
export const serverFile = fileURLToPath(new URL('../../dist-server/main.js', import.meta.url))

/**
 * The memory settings that suit it (decision 0133): hashing a password takes 19 MB, which the C library would otherwise
 * keep for each of its threads, half of what lives briefly is small, and what its start needed is given back once
 * (server/main.ts).
 */
export const serverArguments = ['--max-semi-space-size=2', '--expose-gc', serverFile]
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}
