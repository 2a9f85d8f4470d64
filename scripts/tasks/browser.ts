import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const SHELL = 'chromium-headless-shell'

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

function installDebian(name: string): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return undefined
  console.log(`Installing Debian's ${name} for the journeys ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Without a network it gives up soon.
  const quiet = { env, stdio: 'ignore', timeout: 180_000 } as const
  spawnSync('apt-get', ['update'], quiet)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], quiet)
  return existsSync(`/usr/bin/${name}`) ? `/usr/bin/${name}` : undefined
}

/** CHROME_PATH, an installed Chromium or Chrome, Playwright's own, else Debian's package where that is allowed. */
export async function findBrowser(): Promise<string | undefined> {
  const named = process.env.CHROME_PATH
  if (named) return existsSync(named) ? named : undefined
  return usual.find((path) => existsSync(path)) ?? (await playwrights()) ?? installDebian('chromium')
}

/** For journeys: Debian's Chromium without a surface of its own, where it is to be had: without a window a page is a third of the work. */
export async function findHeadlessBrowser(): Promise<string | undefined> {
  if (process.env.CHROME_PATH) return findBrowser()
  const shell = `/usr/bin/${SHELL}`
  return existsSync(shell) ? shell : (installDebian(SHELL) ?? (await findBrowser()))
}
