import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'

// What `npm start` serves; the workers inherit it.
process.env.GATEHOUSE_SERVER ??= 'dist-server/main.js'
// Without a language of its own a machine has no names of files with foreign letters.
process.env.LANG ??= 'C.UTF-8'

const desk = { width: 1280, height: 800 }
const phone = { width: 360, height: 800 }

/**
 * Journeys in both languages and sizes are seen in pairs: German on the desk, English on the phone (support/pairs.ts);
 * what a phone only draws in another order, on the desk alone (`@phone-at-night`); what another journey passes by, or
 * tests beneath the browser hold too, not by day (`@night`). `GATEHOUSE_JOURNEYS=all` sees all in all four.
 */
const pairs = process.env.GATEHOUSE_JOURNEYS !== 'all'

const browser = {
  // To fade and slide takes a fourteenth of the time of all journeys; it is seen at night.
  contextOptions: { reducedMotion: pairs ? ('reduce' as const) : ('no-preference' as const) },
  // Each journey begins with nothing kept; those of the installed app allow it.
  serviceWorkers: 'block' as const,
  // What something lies over is not waited for until the journey's time is up.
  actionTimeout: 60_000,
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
      // A page lives for seconds: what V8 would compile better and collect on threads of its own never pays, and takes
      // a tenth of the time of both cores from everybody else.
      '--js-flags=--no-opt --no-maglev --single-threaded-gc',
    ],
  },
}

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  // Each has a server of its own, and waits for a fifth of its time: one more than there are cores leaves none idle.
  workers: availableParallelism() + 1,
  retries: 0,
  // On a slow machine a journey takes twice as long, and is no worse: how long is for benchmarks to say.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  outputDir: '../test-results',
  projects: [
    {
      name: 'desk',
      ...(pairs && { grepInvert: /ch_EN.*@phone|@night/ }),
      use: { ...browser, viewport: desk, locale: 'de-CH' },
    },
    {
      name: 'phone',
      grep: pairs ? /@phone(?!-)/ : /@phone/,
      ...(pairs && { grepInvert: /ch_DE.*@phone|@night/ }),
      use: { ...browser, viewport: phone, locale: 'de-CH', hasTouch: true },
    },
  ],
})
