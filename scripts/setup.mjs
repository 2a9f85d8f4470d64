// Runs before anything is installed, with whatever Node there is: keep it plain.
// Installs what is missing, then hands over to the Node that the project brings along.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const [task, ...args] = process.argv.slice(2)
const mark = join(root, 'node_modules', '.gatehouse-lock')

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function installed() {
  return existsSync(mark) && readFileSync(mark, 'utf8') === lockHash()
}

function install() {
  console.log('Installing what the project needs (once) ...')
  // npm tells its own path; by hand, the shell finds it.
  const npm = process.env.npm_execpath
  const command = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const done = npm
    ? spawnSync(process.execPath, [npm, ...command], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', command, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (done.status !== 0) {
    console.error('The packages could not be installed. Is the npm registry reachable?')
    process.exit(done.status || 1)
  }
  writeFileSync(mark, lockHash())
}

function enough(version) {
  const [major, minor] = version.replace('v', '').split('.').map(Number)
  return major > 24 || (major === 24 && minor >= 15)
}

/** The Node of the project for this platform, else the running one when it is new enough. */
function node() {
  const bin = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = join(
    root,
    'node_modules',
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
    'bin',
    bin,
  )
  if (existsSync(own)) return own
  if (enough(process.version)) return process.execPath
  console.error(
    `Gatehouse needs Node 24.15 or newer; this is ${process.version}, and npm has none for ${process.platform} ${process.arch}.`,
  )
  process.exit(1)
}

if (!installed()) install()
const path = join(root, 'node_modules', '.bin') + delimiter + process.env.PATH
const exec = node()
const child = spawn(exec, [join(root, 'scripts', 'tasks', `${task}.ts`), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: dirname(exec) + delimiter + path,
    // Translated code is kept: whatever starts next starts faster.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'gatehouse-code'),
  },
})
// The child ends itself in order; this process only waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code === null ? (signal === 'SIGINT' ? 130 : 143) : code))
