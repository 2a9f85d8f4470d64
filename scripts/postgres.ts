/**
 * A throwaway PostgreSQL on a free loopback port, for tests and trials.
 *   node scripts/postgres.ts              starts one, prints its DATABASE_URL, ends with Ctrl-C
 *   node scripts/postgres.ts <command …>  runs the command with DATABASE_URL set, then ends
 * Uses an installed PostgreSQL. With GATEHOUSE_APT=1, as root on Debian, installs the package when there is none.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface Postgres {
  /** Of the empty database `postgres`; the user may create others. */
  url: string
  version: string
  stop(): Promise<void>
}

export const WITHOUT = 'No PostgreSQL is installed here, so the store was tried on SQLite only.'

/** The folder with `initdb` and `postgres`, newest version first; undefined when there is none. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  ]
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))))
}

/** Undefined when no PostgreSQL is to be had; the reason is WITHOUT. */
export async function startPostgres(): Promise<Postgres | undefined> {
  const binaries = findPostgres() ?? install()
  if (!binaries) return undefined
  const as = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-postgres-'))
  const password = randomBytes(16).toString('hex')
  const secret = join(folder, 'password')
  writeFileSync(secret, password, { mode: 0o600 })
  if (as) for (const path of [folder, secret]) chownSync(path, as.uid, as.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(binaries, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'gatehouse',
      '--auth=scram-sha-256',
      `--pwfile=${secret}`,
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...as, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`initdb failed: ${made.stderr || made.error?.message}`)
  }
  const port = await freePort()
  // It is thrown away anyway: no syncing.
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    max_connections: 60,
  }
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const clean = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', clean)
  const url = `postgres://gatehouse:${password}@127.0.0.1:${port}/postgres`
  try {
    const version = await answers(url, server)
    return {
      url,
      version,
      async stop() {
        process.removeListener('exit', clean)
        const ended = new Promise((resolve) => server.once('exit', resolve))
        server.kill('SIGINT')
        await ended
        rmSync(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    process.removeListener('exit', clean)
    clean()
    throw error
  }
}

async function answers(url: string, server: ChildProcess): Promise<string> {
  let said = ''
  server.stderr?.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-2000)
  })
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once: ${said}`)
    const client = new pg.Client(url)
    try {
      await client.connect()
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return rows[0]?.server_version ?? 'unknown'
    } catch {
      // Still starting.
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error(`PostgreSQL does not answer: ${said}`)
}

/** PostgreSQL refuses to run as root; it then runs as a user who owns nothing. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL can’t run as root, and there is neither a user postgres nor nobody.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Only where someone said so: a test must not change the machine unasked. */
function install(): string | undefined {
  if (process.env.GATEHOUSE_APT !== '1' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return undefined
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return findPostgres()
}

async function main([command, ...rest]: readonly string[]): Promise<void> {
  const postgres = await startPostgres()
  if (!postgres) {
    console.error(WITHOUT)
    process.exitCode = 1
    return
  }
  if (command) {
    const child = spawn(command, rest, {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: postgres.url },
    })
    process.exitCode = await new Promise<number>((resolve) =>
      child.once('exit', (code) => resolve(code ?? 1)),
    )
  } else {
    console.log(`DATABASE_URL=${postgres.url}`)
    await new Promise((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve)
    })
  }
  await postgres.stop()
}

if (import.meta.main) await main(process.argv.slice(2))
