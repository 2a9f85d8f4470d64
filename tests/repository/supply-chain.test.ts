import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface LockedPackage {
  resolved?: string
  integrity?: string
  hasInstallScript?: boolean
  link?: boolean
  license?: string
  dev?: boolean
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const packages = Object.entries(lock.packages).filter(([path]) => path !== '')
const npmrc = readFileSync('.npmrc', 'utf8')
const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')

describe('C-01 what is installed', () => {
  test('C-01 no package runs a script while it is installed', () => {
    expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([])
    expect(npmrc).toMatch(/^ignore-scripts=true$/m)
  })

  test('C-01 every package is held to its content, and the lockfile names no host', () => {
    expect(packages.filter(([, { integrity, link }]) => !integrity && !link).map(([path]) => path)).toEqual(
      [],
    )
    expect(packages.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
  })

  test('C-01 a package is at least a week old before it is taken', () => {
    expect(npmrc).toMatch(/^min-release-age=7$/m)
  })

  test('C-01 versions of the product are exact', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>
    }
    expect(Object.entries(dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
  })

  test('what the product is made of may be given away', () => {
    const free =
      /^\(?(MIT|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|0BSD|CC0-1\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|MIT-0|MPL-2\.0)/
    expect(
      packages
        .filter(([, { dev, license }]) => !dev && license && !free.test(license))
        .map(([path, { license }]) => `${path} ${license}`),
    ).toEqual([])
  })
})

describe('C-02 the Node that runs it', () => {
  test('C-02 it is a supported line, and comes along as a package', () => {
    const { engines, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      engines: { node: string }
      optionalDependencies: Record<string, string>
    }
    expect(engines.node).toMatch(/^>=24\./)
    for (const [name, version] of Object.entries(optionalDependencies))
      if (name.startsWith('node-')) expect(version).toMatch(/^24\./)
    expect(process.versions.node).toMatch(/^24\./)
  })
})

describe('C-03 bill of materials', () => {
  test('C-03 a CycloneDX list of what the product contains can be made', () => {
    const bom = JSON.parse(
      execFileSync(process.execPath, ['scripts/quality/sbom.ts'], { encoding: 'utf8' }),
    ) as {
      bomFormat: string
      components: { name: string; version: string; purl: string }[]
    }
    expect(bom.bomFormat).toBe('CycloneDX')
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>
    }
    for (const [name, version] of Object.entries(dependencies))
      expect(bom.components.some((one) => one.name === name && one.version === version)).toBe(true)
  })
})

describe('what is in the repository', () => {
  const text = tracked.filter(
    (file) =>
      /\.(ts|tsx|mjs|cjs|js|json|md|css|html|yaml|yml)$/.test(file) &&
      file !== 'package-lock.json' &&
      existsSync(file),
  )

  test('C-04 no address of a package registry and no path of one machine', () => {
    const bad = /registry\.npmjs|npmmirror|jfrog|\/home\/[a-z]+\/|\/root\//
    expect(
      text.filter(
        (file) => file !== 'tests/repository/supply-chain.test.ts' && bad.test(readFileSync(file, 'utf8')),
      ),
    ).toEqual([])
  })

  test('nothing generated is kept', () => {
    expect(globSync('schemas/generated/**/*.ts').length).toBeGreaterThan(0)
    expect(tracked.filter((file) => /^(schemas\/generated|dist|node_modules)\//.test(file))).toEqual([])
  })
})
