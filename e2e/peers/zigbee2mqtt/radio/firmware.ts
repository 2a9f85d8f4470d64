import type { Heard } from './behaviour.ts'
import type { RadioNode } from './nodes.ts'

/** The most that a device takes at once. */
const BLOCK = 64
const SUCCESS = 0

/** What a device says by itself of its firmware, until it has started anew. */
export type Said = { command: string; payload: object } | 'announce'

/** An image that a device is loading. */
interface Loading {
  fileVersion: number
  imageSize: number
  at: number
}

/** How far each device has come. */
const loading = new Map<RadioNode, Loading>()

/**
 * A device as a client of the OTA cluster (Zigbee Cluster Library, 11.13): told that there may be an image it asks which,
 * loads it block by block, says that it is whole, and starts anew with it when it is told to.
 */
export function firmwareOf(node: RadioNode, { cluster, command, payload }: Heard): Said | undefined {
  const { ota, manufacturerCode } = node
  if (cluster !== 'genOta' || !ota) return undefined
  const image = (fileVersion: number) => ({ manufacturerCode, imageType: ota.imageType, fileVersion })
  const block = ({ fileVersion, at }: Loading): Said => ({
    command: 'imageBlockRequest',
    payload: { fieldControl: 0, ...image(fileVersion), fileOffset: at, maximumDataSize: BLOCK },
  })
  const loaded = loading.get(node)
  switch (command) {
    case 'imageNotify':
      return { command: 'queryNextImageRequest', payload: { fieldControl: 0, ...image(ota.fileVersion) } }
    case 'queryNextImageResponse': {
      if (payload.status !== SUCCESS) return undefined
      const begun = { fileVersion: Number(payload.fileVersion), imageSize: Number(payload.imageSize), at: 0 }
      loading.set(node, begun)
      return block(begun)
    }
    case 'imageBlockResponse': {
      if (!loaded || payload.status !== SUCCESS) return undefined
      loaded.at += Number(payload.dataSize)
      if (loaded.at < loaded.imageSize) return block(loaded)
      return { command: 'upgradeEndRequest', payload: { status: SUCCESS, ...image(loaded.fileVersion) } }
    }
    case 'upgradeEndResponse':
      if (!loaded) return undefined
      ota.fileVersion = loaded.fileVersion
      for (const { attributes } of Object.values(node.endpoints))
        if (attributes.genBasic) attributes.genBasic.swBuildId = String(loaded.fileVersion)
      loading.delete(node)
      return 'announce'
    default:
      return undefined
  }
}
