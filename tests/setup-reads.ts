import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import threads from 'node:worker_threads'

/*
 * `npm run check` leaves out the files of tests that nothing of theirs has changed since they passed. Vitest notes the
 * modules of each; what they read as a file or a folder is noted here, and whoever starts a process or a thread, whose
 * reading nobody sees, always runs.
 */

type Call = (...given: unknown[]) => unknown

const ROOT = process.cwd()
const noted = Symbol.for('gatehouse.reads')
/** Of no file: what depends on it has changed whenever one asks. */
const NEVER_THE_SAME = resolve('tests/whatever-a-process-reads')
/** The packages: Vitest looks at no file of theirs. */
const PACKAGES = resolve('package-lock.json')

const dependencies = (): Set<string> | undefined =>
  (globalThis as { __vitest_worker__?: { dependencies?: Set<string> } }).__vitest_worker__?.dependencies

const note = (file: string): void => void dependencies()?.add(file)

/** Whatever hands over a pattern reads its folders by the other functions. */
const PATTERNS = /^glob/
/** Whether there is a folder stays the same whatever is put into it; what is in it does not. */
const ASKS_WHETHER = /^(?:l?stat|access|exists|realpath)/

const { statSync } = fs

function noteRead(name: string, path: unknown): void {
  const file = path instanceof URL && path.protocol === 'file:' ? fileURLToPath(path) : path
  if (typeof file !== 'string' || PATTERNS.test(name)) return
  const whole = resolve(file)
  // What a test makes for itself elsewhere is nobody's to change, and Vitest asks for snapshots that nobody has.
  if (!whole.startsWith(ROOT + sep) || whole.endsWith('.snap')) return
  const found = statSync(whole, { throwIfNoEntry: false })
  if (!found) note(nearest(whole))
  else if (!(found.isDirectory() && ASKS_WHETHER.test(name))) note(whole)
}

/** What is not there yet changes the folder that it comes into. */
function nearest(path: string): string {
  const folder = dirname(path)
  return folder === ROOT || statSync(folder, { throwIfNoEntry: false }) ? folder : nearest(folder)
}

/** Every function of a module says first how it was called; what hangs on the function stays. */
function tells(module: object, say: (name: string, first: unknown) => void): void {
  for (const [name, real] of Object.entries(module)) {
    if (typeof real !== 'function' || /^[A-Z_]/.test(name)) continue
    const telling = function (this: unknown, ...given: unknown[]) {
      say(name, given[0])
      return (real as Call).apply(this, given)
    }
    Object.defineProperties(telling, Object.getOwnPropertyDescriptors(real))
    Object.assign(module, { [name]: telling })
  }
}

const patched = globalThis as { [noted]?: true }
if (!patched[noted]) {
  patched[noted] = true
  tells(fs, noteRead)
  tells(fs.promises, noteRead)
  tells(childProcess, () => note(NEVER_THE_SAME))
  threads.Worker = new Proxy(threads.Worker, {
    construct(Real, given: ConstructorParameters<typeof threads.Worker>) {
      note(NEVER_THE_SAME)
      return new Real(...given)
    },
  })
  syncBuiltinESMExports()
}
note(PACKAGES)
