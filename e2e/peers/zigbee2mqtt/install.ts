import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const version = '2.14.1'

/**
 * Fetches Zigbee2MQTT into .cache, once, from the package registry that npm is set up with. It is a program of its own
 * licence (GPL-3.0) and stays one: a separate process of tests, in no list of dependencies. Answers its folder, or why it
 * can't be had.
 */
export async function installedZigbee2Mqtt(): Promise<{ folder: string } | { missing: string }> {
  const folder = resolve('.cache', `zigbee2mqtt-${version}`)
  const program = join(folder, 'node_modules', 'zigbee2mqtt')
  const entry = join(program, 'index.js')
  if (existsSync(entry)) return { folder: program }
  mkdirSync('.cache', { recursive: true })
  // Test files of two workers may want it at once: it is there whole or not at all.
  const work = mkdtempSync(`${folder}-`)
  writeFileSync(join(work, 'package.json'), '{ "private": true }\n')
  const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--no-package-lock']
  try {
    await promisify(execFile)('npm', ['install', ...options, `zigbee2mqtt@${version}`], { cwd: work, timeout: 180_000 })
    if (!existsSync(entry)) {
      rmSync(folder, { recursive: true, force: true })
      renameSync(work, folder)
    }
    return { folder: program }
  } catch (error) {
    return { missing: `zigbee2mqtt@${version} could not be fetched: ${String(error).slice(0, 200)}` }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
