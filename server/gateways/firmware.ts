import { compareVersions } from '#gateway/lib/gateways/versions.ts'
import type { Events } from '#schemas/generated/channel.ts'
import type { FirmwareOffer } from '#schemas/generated/entities/firmware-offer.ts'
import type { Gateway, InstallationStep } from '#schemas/generated/entities/gateway.ts'
import { conditionOf } from '#server/homes/conditions.ts'
import type { ServerAnswers } from '#server/homes/server-commands.ts'
import { conflict, notFound, notYourDevice, Refusal } from '#server/lib/refusal.ts'
import type { FirmwareCampaign } from '#server/store/gateways/firmware.ts'
import { inWords } from './in-words.ts'
import type { Job, Jobs, Running } from './jobs.ts'
import { gatewayOf, type NewsParts } from './parts.ts'

type Status = Events['firmware_progress']['status']

/** How an upgrade goes on, and how far it has come by then, in per cent. */
const STAGES: readonly (readonly [Status, number])[] = [
  ['accepted', 0],
  ['delivering', 10],
  ['delivered', 30],
  ['downloading', 40],
  ['installing', 70],
]
/** From here on there is no way back. */
const INSTALLING = STAGES.findIndex(([status]) => status === 'installing')

/** Progress is told this often within a stage. */
const TICKS = 3

/** As whoever asks is told of it. */
export const offered = (
  { id, version, description }: FirmwareCampaign,
  language: string | undefined,
): FirmwareOffer => ({
  campaignID: id,
  softwareVersion: version,
  description: inWords(description, language),
})

/** Upgrades of the gateways' own firmware (spec 1 §4 "Live gateway events"). */
export class FirmwareUpgrades {
  readonly #parts: NewsParts

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  /** The newest version that is newer than what the gateway has, compared number by number (V-12). */
  async offer({ model, currentFWVersion = '' }: Gateway): Promise<FirmwareCampaign | undefined> {
    const campaigns = await this.#parts.store.firmware.ofModel(model)
    return campaigns
      .filter(({ version }) => compareVersions(version, currentFWVersion) > 0)
      .toSorted((a, b) => compareVersions(b.version, a.version))[0]
  }

  async confirm(jobs: Jobs, gateway: Gateway, campaignId: string, userId: string): Promise<void> {
    const { serialNumber } = gateway
    const campaign = await this.#parts.store.firmware.find(campaignId)
    if (!campaign || campaign.model !== gateway.model) throw notFound()
    if (compareVersions(campaign.version, gateway.currentFWVersion ?? '') <= 0)
      throw new Refusal('missing', [{ errorCode: 'NO_FIRMWARE_UPGRADE' }])
    const condition = conditionOf(gateway, userId)
    if (condition) throw conflict(condition.errorCode)
    await jobs.begin(serialNumber, 'firmware', { campaignId, version: campaign.version, stage: 0 })
  }

  /** The window for automatic updates of a gateway has opened. Nothing happens where nothing can, or is to be had. */
  async automatically(jobs: Jobs, serialNumber: string): Promise<void> {
    const gateway = await gatewayOf(this.#parts, serialNumber)
    const offer = await this.offer(gateway)
    if (!offer || conditionOf(gateway, '')) return
    await jobs.begin(serialNumber, 'firmware', { campaignId: offer.id, version: offer.version, stage: 0 })
  }

  /** Check and confirmation over the message channel (spec 3 §7). */
  commands(jobs: Jobs): Pick<ServerAnswers, 'check_upgrade' | 'confirm_upgrade'> {
    const { store, rights } = this.#parts
    return {
      check_upgrade: async (serialNumber, _params, userId) => {
        const offer = await this.offer(await gatewayOf(this.#parts, serialNumber))
        if (!offer) throw new Refusal('missing', [{ errorCode: 'NO_FIRMWARE_UPGRADE' }])
        const account = await store.accounts.find(userId)
        return offered(offer, account?.preferredLanguage)
      },
      confirm_upgrade: async (serialNumber, { gatewayID, campaignID }, userId) => {
        const gateway = await gatewayOf(this.#parts, serialNumber)
        if (gateway._id !== gatewayID) throw notFound()
        if (!(await rights.ownsGateway(userId, serialNumber))) throw notYourDevice()
        await this.confirm(jobs, gateway, campaignID, userId)
        return {}
      },
    }
  }

  async cancel(serialNumber: string): Promise<void> {
    const { store, homes } = this.#parts
    const job = await store.gatewayJobs.find(serialNumber)
    if (job?.kind !== 'firmware') throw new Refusal('missing', [{ errorCode: 'NO_FIRMWARE_UPGRADE' }])
    const gateway = await gatewayOf(this.#parts, serialNumber)
    if (!homes.isInside(gateway) && (await homes.ask(serialNumber, 'cancel_firmware', {})) === undefined)
      throw conflict('GATEWAY_REFUSED')
    // Whoever is faster: if it has come further meanwhile, it may be too late.
    if (Number(job.facts.stage) >= INSTALLING || !(await store.gatewayJobs.end(job.id, job.facts)))
      throw conflict('GATEWAY_BUSY')
    await this.#note(serialNumber, job.facts, 'canceled', false)
    this.#tell(serialNumber, 'canceled')
  }

  readonly upgrading: Job = async (running) => {
    const gateway = await gatewayOf(this.#parts, running.serialNumber)
    return this.#parts.homes.isInside(gateway) ? this.#inside(running) : this.#elsewhere(running)
  }

  async #inside({ serialNumber, facts, pause, goOn }: Running): Promise<void> {
    const { homes, pace } = this.#parts
    for (let stage = Number(facts.stage ?? 0); stage < STAGES.length; stage++) {
      const [status, progress] = STAGES[stage] ?? ['installing', 100]
      if (!(await goOn({ ...facts, stage }))) return
      await this.#note(serialNumber, facts, status, true)
      const next = STAGES[stage + 1]?.[1] ?? 100
      for (let tick = 0; tick < TICKS; tick++) {
        // Ended meanwhile: what was told last stays true.
        if (!(await goOn({ ...facts, stage }))) return
        this.#tell(serialNumber, status, Math.round(progress + ((next - progress) * tick) / TICKS))
        await pause(pace.firmwareStep / TICKS)
      }
    }
    await homes.down(serialNumber, 'upgrade')
    await pause(pace.reboot)
    await this.#installed(serialNumber, facts)
    await homes.up(serialNumber)
  }

  /** It installs by itself; what it runs when it is back tells whether that went well. */
  async #elsewhere({ serialNumber, facts, pause, goOn }: Running): Promise<void> {
    const { homes, pace } = this.#parts
    const version = String(facts.version)
    if (Number(facts.stage) < INSTALLING) {
      await this.#note(serialNumber, facts, 'accepted', true)
      this.#tell(serialNumber, 'accepted', 0)
      if ((await homes.ask(serialNumber, 'upgrade_firmware', { version })) === undefined)
        return this.#failed(serialNumber, facts)
      if (!(await goOn({ ...facts, stage: INSTALLING }))) return
      await this.#note(serialNumber, facts, 'installing', true)
      this.#tell(serialNumber, 'installing', 70)
    }
    const looks = 60
    for (let look = 0; look < looks; look++) {
      await pause(pace.firmwarePatience / looks)
      const { currentFWVersion, connectionStatus } = await gatewayOf(this.#parts, serialNumber)
      if (connectionStatus === 'online' && compareVersions(currentFWVersion ?? '', version) >= 0)
        return this.#installed(serialNumber, facts)
    }
    await this.#failed(serialNumber, facts)
  }

  async #installed(serialNumber: string, facts: Running['facts']): Promise<void> {
    const { store, news } = this.#parts
    await store.gateways.setState(serialNumber, { currentFWVersion: String(facts.version) })
    await this.#note(serialNumber, facts, 'installed', false)
    this.#tell(serialNumber, 'installed', 100)
    news.changed(serialNumber, 'gateway_changed')
  }

  async #failed(serialNumber: string, facts: Running['facts']): Promise<void> {
    await this.#note(serialNumber, facts, 'failed', false)
    this.#tell(serialNumber, 'failed')
  }

  /** Writes the status into the gateway's record, once each. */
  async #note(
    serialNumber: string,
    { campaignId, version }: Running['facts'],
    status: Status,
    inProgress: boolean,
  ): Promise<void> {
    const { store } = this.#parts
    const softwareId = `fw-${String(version)}`
    const { installations = [] } = await gatewayOf(this.#parts, serialNumber)
    const history = installations.find((one) => one.softwareId === softwareId)?.history ?? []
    const step: InstallationStep = { status, campaignId: String(campaignId), version: String(version) }
    const others = installations.filter((one) => one.softwareId !== softwareId)
    await store.gateways.setState(serialNumber, {
      firmwareUpgradeInProgress: inProgress,
      installationSoftwareId: softwareId,
      installations: [
        ...others,
        { softwareId, history: history.at(-1)?.status === status ? history : [...history, step] },
      ],
    })
  }

  #tell(serialNumber: string, status: Status, progress?: number): void {
    this.#parts.news.tell(serialNumber, 'firmware_progress', {
      serialNumber,
      status,
      ...(progress !== undefined && { progress }),
    })
  }
}
