import { Assignments } from './assignments.ts'
import { Backups } from './backups/backups.ts'
import { Nights } from './backups/nights.ts'
import { Restores } from './backups/restores.ts'
import { FirmwareUpgrades } from './firmware.ts'
import { Jobs } from './jobs.ts'
import { Machine } from './machine.ts'
import { News } from './news.ts'
import { Numbers } from './numbers.ts'
import type { LifeParts } from './parts.ts'
import { PinLocks } from './pin-locks.ts'
import { Pins } from './pins.ts'
import { Privilege } from './privilege.ts'
import { Registry } from './registry.ts'
import { Repairs } from './repair.ts'
import { Replacements } from './replacement.ts'
import { SoftwareList } from './software.ts'
import { SubscriptionKeeper } from './subscriptions.ts'
import { FirmwareNews } from './updates/firmware-news.ts'

/** What happens in the life of gateways, whoever asks for it. */
export interface Gateways {
  news: News
  pins: Pins
  locks: PinLocks
  privilege: Privilege
  machine: Machine
  firmware: FirmwareUpgrades
  software: SoftwareList
  repairs: Repairs
  backups: Backups
  restores: Restores
  replacements: Replacements
  jobs: Jobs
  assignments: Assignments
  numbers: Numbers
  registry: Registry
  subscriptions: SubscriptionKeeper
  /** A gateway says that its window for automatic updates has opened. */
  updatesDue(serialNumber: string): void
  firmwareNews: FirmwareNews
  close(): void
}

export async function openGateways(given: LifeParts): Promise<Gateways> {
  const news = new News(given)
  const parts = { ...given, news }
  const locks = new PinLocks(parts)
  const privilege = new Privilege(parts)
  const machine = new Machine(parts, locks)
  const firmware = new FirmwareUpgrades(parts)
  const repairs = new Repairs(parts)
  const backups = new Backups(parts)
  const restores = new Restores(parts, backups)
  const nights = new Nights(parts, backups)
  const replacements = new Replacements(parts, backups)
  const jobs = new Jobs(parts, {
    reboot: machine.rebooting,
    reset: machine.resetting,
    firmware: firmware.upgrading,
    repair: repairs.repairing,
    restore: restores.restoring,
    replacement: replacements.replacing,
  })
  const assignments = new Assignments(parts, privilege)
  const numbers = new Numbers(parts)
  const subscriptions = new SubscriptionKeeper(parts)
  await locks.start()
  await backups.start()
  await jobs.start()
  subscriptions.start()
  given.homes.answer(firmware.commands(jobs))
  given.homes.answer(privilege.commands())
  nights.start()
  return {
    news,
    pins: new Pins(parts, locks),
    locks,
    privilege,
    machine,
    firmware,
    software: new SoftwareList(parts),
    repairs,
    backups,
    restores,
    replacements,
    jobs,
    assignments,
    numbers,
    registry: new Registry(parts, numbers, assignments),
    subscriptions,
    firmwareNews: new FirmwareNews(parts),
    updatesDue: (serialNumber) => {
      firmware.automatically(jobs, serialNumber).catch((error: unknown) => {
        given.log.error({ serialNumber, error: String(error) }, 'An automatic update could not begin')
      })
    },
    close() {
      nights.stop()
      subscriptions.stop()
      jobs.stop()
      locks.stop()
    },
  }
}
