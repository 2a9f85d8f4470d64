import { compareVersions } from '#gateway/lib/gateways/versions.ts'
import { cleanName } from '#gateway/lib/names/clean-name.ts'
import type { SoftwareTable } from '#schemas/generated/entities/software-table.ts'
import { invalid } from '#server/lib/refusal.ts'
import type { FirmwareCampaign } from '#server/store/gateways/firmware.ts'
import { hardwareModels } from './numbers.ts'
import type { LifeParts } from './parts.ts'

interface NewSoftware {
  model: string
  softwareVersion: string
  german: string
  english: string
}

/** What administrators offer to the gateways of a model, and how many wait for it. */
export class SoftwareList {
  readonly #parts: Pick<LifeParts, 'store' | 'clock'>
  #table: SoftwareTable | undefined

  constructor(parts: Pick<LifeParts, 'store' | 'clock'>) {
    this.#parts = parts
  }

  /** Throws ConflictError when this version is offered already. */
  async create({ model, softwareVersion, german, english }: NewSoftware): Promise<FirmwareCampaign> {
    const name = model.toUpperCase()
    if (!hardwareModels.some(({ hardwareModel }) => hardwareModel === name)) throw invalid('/model')
    const [de, en] = [cleanName(german), cleanName(english)]
    if (de === '') throw invalid('/german')
    if (en === '') throw invalid('/english')
    const campaign = {
      // Named by what it is: the same version twice is once.
      id: `${name}-${softwareVersion}`.toLowerCase().replaceAll('.', '_'),
      ...{ model: name, version: softwareVersion, at: this.#parts.clock.now() },
      description: { ch_DE: de, ch_EN: en },
    }
    await this.#parts.store.firmware.create(campaign)
    this.#table = undefined
    return campaign
  }

  /** As it was counted last. */
  async table(): Promise<SoftwareTable> {
    return this.#table ?? this.refresh()
  }

  async refresh(): Promise<SoftwareTable> {
    const { store, clock } = this.#parts
    const models = await store.firmware.models()
    this.#table = {
      countedAt: new Date(clock.now()).toISOString(),
      models: await Promise.all(
        models.map(async (model) => {
          const versions = (await store.firmware.ofModel(model)).map(({ version }) => version)
          const softwareVersion = versions.toSorted(compareVersions).at(-1) ?? ''
          return { model, softwareVersion, ...(await store.firmware.behind(model, softwareVersion)) }
        }),
      ),
    }
    return this.#table
  }
}
