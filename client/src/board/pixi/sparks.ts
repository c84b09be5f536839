import { Container, Particle, ParticleContainer, type Texture } from 'pixi.js'

export type Spark = {
  x: number
  y: number
  angle: number
  speed: number
  size: number
  tint: number
  life: number
}

type Flying = { particle: Particle; spark: Spark; age: number }

/** Sparks in flight at once, however many mines go off. */
const pooled = 64

/**
 * Sparks out of one point in all directions, `size` the tile they fly from. Spread evenly with a fixed jitter: every
 * explosion is the same in a picture test.
 */
export const ringOfSparks = (
  from: { x: number; y: number },
  size: number,
  tints: readonly number[],
): readonly Spark[] => {
  const count = 22
  return Array.from({ length: count }, (_, index) => {
    const jitter = ((index * 7919) % 101) / 101
    return {
      ...from,
      angle: ((index + jitter) / count) * 2 * Math.PI,
      // With the fall the farthest comes as far as the shockwave.
      speed: size * (0.6 + 1.15 * (((index * 31) % 17) / 17)),
      size: (0.34 + 0.5 * jitter) * (size / 60),
      tint: tints[index % tints.length] ?? 0xffffff,
      life: 380 + 320 * jitter,
    }
  })
}

/** A pool of sparks in one draw call. Nothing is made while a match plays. */
export const createSparks = (texture: Texture, blendMode: 'add' | 'normal') => {
  const layer = new ParticleContainer({
    dynamicProperties: { position: true, color: true, vertex: true },
    texture,
  })
  layer.blendMode = blendMode
  const idle = Array.from(
    { length: pooled },
    () => new Particle({ texture, anchorX: 0.5, anchorY: 0.5, alpha: 0 }),
  )
  for (const particle of idle) layer.addParticle(particle)
  let flying: Flying[] = []
  const view = new Container()
  view.addChild(layer)
  return {
    view,
    burst(sparks: readonly Spark[]): void {
      for (const spark of sparks) {
        const particle = idle.pop()
        if (!particle) return
        particle.x = spark.x
        particle.y = spark.y
        particle.tint = spark.tint
        flying.push({ particle, spark, age: 0 })
      }
    },
    /** Moves the sparks on; false when none is left. */
    advance(elapsed: number): boolean {
      flying = flying.filter((entry) => {
        const { particle, spark } = entry
        entry.age += elapsed
        const part = Math.min(1, entry.age / spark.life)
        const way = spark.speed * (1 - (1 - part) ** 2.4)
        particle.x = spark.x + Math.cos(spark.angle) * way
        particle.y = spark.y + Math.sin(spark.angle) * way + part ** 2 * spark.speed * 0.3
        particle.alpha = 1 - part
        particle.scaleX = particle.scaleY = spark.size * (1 - part * 0.6)
        if (part < 1) return true
        particle.alpha = 0
        idle.push(particle)
        return false
      })
      return flying.length > 0
    },
  }
}
