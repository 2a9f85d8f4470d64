/** Of the lamp that is called hue in the air. */
const MANUFACTURER = 0x100b
const IMAGE_TYPE = 0x0104
export const NEW_VERSION = 0x0200

const HEADER = 56
const CONTENT = 1200

/** A file of firmware in the format of the Zigbee OTA cluster (Zigbee Cluster Library, 11.4), whose content is nothing. */
export function firmwareImage(): Buffer {
  const image = Buffer.alloc(HEADER + 6 + CONTENT)
  image.writeUInt32LE(0x0beef11e, 0)
  image.writeUInt16LE(0x0100, 4)
  image.writeUInt16LE(HEADER, 6)
  image.writeUInt16LE(MANUFACTURER, 10)
  image.writeUInt16LE(IMAGE_TYPE, 12)
  image.writeUInt32LE(NEW_VERSION, 14)
  image.writeUInt16LE(2, 18)
  image.write('virtual', 20)
  image.writeUInt32LE(image.length, 52)
  image.writeUInt32LE(CONTENT, HEADER + 2)
  return image
}

/** What an index says of it. */
export const indexOf = (file: string): object[] => [
  { url: file, manufacturerCode: MANUFACTURER, imageType: IMAGE_TYPE, fileVersion: NEW_VERSION },
]
