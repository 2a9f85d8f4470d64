/** Prints a CycloneDX 1.6 list of every package that the product contains (development packages left out), from the lockfile. */
import { readFileSync } from 'node:fs'

interface Locked {
  version?: string
  integrity?: string
  license?: string
  dev?: boolean
}

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string
  version: string
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}
const components = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { version = '', integrity = '', license }]) => {
    const component = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const [algorithm, digest] = integrity.split('-')
    return {
      type: 'library',
      name: component,
      version,
      purl: `pkg:npm/${component.replace('@', '%40')}@${version}`,
      ...(license && { licenses: [{ expression: license }] }),
      ...(digest && {
        hashes: [
          { alg: algorithm?.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') },
        ],
      }),
    }
  })
console.log(
  JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', name, version } },
      components,
    },
    null,
    2,
  ),
)
