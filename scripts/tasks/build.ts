import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { commandIndex } from '../gen/command-index.ts'
import { hashOf } from '../gen/hash-of.ts'
import { must } from './run.ts'

interface Part {
  /** Holds the hash of the files that it was made of. */
  mark: string
  made: readonly string[]
  inputs: readonly string[]
  make(): Promise<void>
}

const shared = ['package-lock.json', 'schemas/**/*.json', 'scripts/{gen,vite}/**/*']

const app: Part = {
  mark: 'dist/.inputs',
  made: ['dist-local/index.html', 'schemas/generated/channel.ts'],
  inputs: [
    ...shared,
    'index.html',
    'vite.config.ts',
    'public/**/*',
    'src/**/*',
    'widgets/**/*',
    'gateway/{lib,rules}/**/*',
    'locales/**/*',
    'scripts/locales/**/*',
    'scripts/tasks/draw-sign-in.ts',
    'server/http/welcome.ts',
    'catalogue/{screens,resources,forms,documents,menus,local,infrared,scenes,widgets}/**/*.json',
    'catalogue/*.json',
  ],
  async make() {
    console.log('Building the app ...')
    await must('scripts/gen.ts')
    await must('vite', ['build', '--logLevel', 'error'])
    await must('scripts/tasks/draw-sign-in.ts')
    // The setup page of gateways is a program of its own.
    await must('vite', ['build', '--config', 'scripts/vite/local.config.ts', '--logLevel', 'error'])
  },
}

const server: Part = {
  mark: 'dist-server/.inputs',
  made: ['dist-server/main.js'],
  inputs: [...shared, 'server/**/*', 'gateway/**/*', 'catalogue/**/*.json'],
  make: () => must('vite', ['build', '--config', 'scripts/vite/server.config.ts', '--logLevel', 'error']),
}

const inputsHash = (inputs: readonly string[]): string =>
  hashOf(
    globSync(inputs, { exclude: ['schemas/generated/**'] }).filter(
      (file) => !/\.test\.tsx?$/.test(file) && /\.[a-z]+$/i.test(file),
    ),
  )

async function makeOnce({ mark, made, inputs, make }: Part): Promise<void> {
  const hash = inputsHash(inputs)
  if ([mark, ...made].every((file) => existsSync(file)) && readFileSync(mark, 'utf8') === hash) return
  await make()
  writeFileSync(mark, hash)
}

/** Makes types, validators, the app and the server, unless they stand there already for the same files. */
export async function build(): Promise<void> {
  // Its files are none of the app's, and may have moved since.
  commandIndex()
  await makeOnce(app)
  await makeOnce(server)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build()
