import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

/*
 * Blueprint has no icons of its own here, as in the build (vite.config.ts). Vite says so to our modules, and this to
 * packages, which Node reads by itself: to read three thousand files of drawings that nobody sees takes each worker seconds.
 */
const nothing = pathToFileURL('scripts/vite/no-blueprint-icons.ts').href
const said = Symbol.for('gatehouse.icons')

const shared = globalThis as { [said]?: true }
if (!shared[said]) {
  shared[said] = true
  registerHooks({
    resolve: (name, context, next) =>
      /^@blueprintjs\/icons(?:\/next)?$/.test(name)
        ? { url: nothing, format: 'module-typescript', shortCircuit: true }
        : next(name, context),
  })
}
