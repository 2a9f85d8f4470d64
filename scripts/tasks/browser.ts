import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

async function playwrights(): Promise<string | undefined> {
  const { chromium } = await import('playwright')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

function installDebian(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return undefined
  console.log("Installing Debian's Chromium for the journeys ...")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { env, stdio: 'ignore' } as const
  spawnSync('apt-get', ['update'], quiet)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
  return usual.find((path) => existsSync(path))
}

/** CHROME_PATH, an installed Chromium or Chrome, Playwright's own, else Debian's package where that is allowed. */
export async function findBrowser(): Promise<string | undefined> {
  const named = process.env.CHROME_PATH
  if (named) return existsSync(named) ? named : undefined
  return usual.find((path) => existsSync(path)) ?? (await playwrights()) ?? installDebian()
}
