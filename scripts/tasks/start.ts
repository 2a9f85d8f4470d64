/** `npm start`: generates, builds, then serves the demo home. */
import { build } from './build.ts'
import { serverArguments, serverEnvironment, serverFile } from './server-process.ts'

await build()

/* On Linux the server takes this process over, since only a process of its own begins with other settings. */
if (process.platform === 'linux')
  process.execve?.(process.execPath, [process.execPath, ...serverArguments], {
    ...serverEnvironment,
    ...process.env,
  })
await import(serverFile)
