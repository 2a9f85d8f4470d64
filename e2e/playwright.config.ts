import { defineConfig } from 'playwright/test'

const desk = { width: 1280, height: 800 }
const phone = { width: 360, height: 800 }
const browser = {
  launchOptions: {
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
}

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  // Each has a server of its own.
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  outputDir: '../test-results',
  projects: [
    { name: 'desk', use: { ...browser, viewport: desk, locale: 'de-CH' } },
    { name: 'phone', grep: /@phone/, use: { ...browser, viewport: phone, locale: 'de-CH', hasTouch: true } },
  ],
})
