import type { Clock } from '#gateway/core/ports.ts'
import type { Event } from '#schemas/generated/channel.ts'
import type { AlarmRules } from '#schemas/generated/definitions/rules-alarms.ts'
import type { ChannelLog } from '#server/lib/channel/port.ts'
import type { Notifier } from '#server/notifications.ts'
import type { Mails } from '#server/outbound/mails.ts'
import type { Outage } from '#server/store/homes/outage-news.ts'
import type { Store } from '#server/store/store.ts'
import type { Home } from '../home.ts'

interface Parts {
  store: Pick<Store, 'accounts' | 'gateways' | 'outageNews'>
  rules: AlarmRules['outages']
  notifier: Pick<Notifier, 'notify'>
  mails: Pick<Mails, 'news'>
  log: ChannelLog
  clock: Clock
}

interface Away {
  /** Takes back what is about to be told. */
  cancel(): void
  told: boolean
}

/** Tells whoever wants to know that a gateway, or a media device, went offline, and that it is back (flag GW_OO_NOTIF, module default_gateway_notifications). */
export class OutageTeller {
  readonly #parts: Parts
  /** By gateway and device; what is there is not here. */
  readonly #away = new Map<string, Away>()
  #closed = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  gateway(serialNumber: string, online: boolean): void {
    this.#is(online, { serialNumber, subject: 'gateway', key: serialNumber, device: '' })
  }

  event(home: Home, { event, data }: Pick<Event, 'event' | 'data'>): void {
    if (event !== 'device_status_changed') return
    const { media, status } = this.#parts.rules
    const id = (data as { device_id?: unknown } | undefined)?.device_id
    const device = typeof id === 'string' ? home.device(id) : undefined
    if (!device?.service_list.some(({ name }) => media.includes(name))) return
    const { serialNumber } = home
    this.#is(!status.includes(device.status), {
      ...{ serialNumber, subject: 'media', key: `${serialNumber} ${device.id}`, device: device.device_name },
    })
  }

  /** What became of devices while nobody looked is told with their next change. */
  described(): void {}

  close(): void {
    this.#closed = true
    for (const { cancel } of this.#away.values()) cancel()
    this.#away.clear()
  }

  /** Whatever is back within the time was never away. */
  #is(there: boolean, about: { serialNumber: string; subject: Outage; key: string; device: string }): void {
    const { clock, rules } = this.#parts
    const known = this.#away.get(about.key)
    if (this.#closed || there === (known === undefined)) return
    if (known) {
      known.cancel()
      this.#away.delete(about.key)
      if (known.told) this.#tell(about, true)
      return
    }
    const away: Away = { told: false, cancel: () => undefined }
    away.cancel = clock.after(rules.afterS * 1000, () => {
      away.told = true
      this.#tell(about, false)
    })
    this.#away.set(about.key, away)
  }

  #tell(about: { serialNumber: string; subject: Outage; device: string }, back: boolean): void {
    this.#tellAll(about, back).catch((error: unknown) =>
      this.#parts.log.error(
        { serialNumber: about.serialNumber, error: String(error) },
        'An outage was not told',
      ),
    )
  }

  async #tellAll(
    { serialNumber, subject, device }: { serialNumber: string; subject: Outage; device: string },
    back: boolean,
  ): Promise<void> {
    const { store, notifier, mails } = this.#parts
    const home = (await store.gateways.find(serialNumber))?.name || serialNumber
    for (const userId of await store.outageNews.of(serialNumber, subject)) {
      const language = (await store.accounts.find(userId))?.preferredLanguage ?? 'ch_DE'
      const { title, text } = mails.news(back ? 'back' : 'away', language, { name: device || home, home })
      await notifier.notify({ userId, gateway: serialNumber, title, body: text, kind: 'alarm' })
    }
  }
}
