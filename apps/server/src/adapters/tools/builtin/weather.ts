import { isJsonObject, type Json, type JsonObject } from '@heddle/model';
import { z } from 'zod';
import { askJson } from '../http-text';
import { toolErrors } from '../tool-errors';
import { defineBuiltin, type ToolMeans } from './builtin-tool';

const PLACES = 'https://geocoding-api.open-meteo.com/v1/search';
const FORECAST = 'https://api.open-meteo.com/v1/forecast';

const CURRENT =
  'temperature_2m,relative_humidity_2m,apparent_temperature,precipitation,weather_code,wind_speed_10m';
const DAILY =
  'weather_code,temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max';

/** What the weather codes of the WMO mean that forecasts use. */
const SKY: Readonly<Record<number, string>> = {
  0: 'clear sky',
  1: 'mainly clear',
  2: 'partly cloudy',
  3: 'overcast',
  45: 'fog',
  48: 'freezing fog',
  51: 'light drizzle',
  53: 'drizzle',
  55: 'heavy drizzle',
  56: 'light freezing drizzle',
  57: 'freezing drizzle',
  61: 'light rain',
  63: 'rain',
  65: 'heavy rain',
  66: 'light freezing rain',
  67: 'freezing rain',
  71: 'light snow',
  73: 'snow',
  75: 'heavy snow',
  77: 'snow grains',
  80: 'light showers',
  81: 'showers',
  82: 'violent showers',
  85: 'light snow showers',
  86: 'snow showers',
  95: 'thunderstorm',
  96: 'thunderstorm with hail',
  99: 'thunderstorm with heavy hail',
};

const argumentsSchema = z.strictObject({
  city: z.string().max(200).optional().describe('Name of a place, as Shanghai or "Paris, Texas"'),
  latitude: z.number().min(-90).max(90).optional().describe('Instead of a city, with longitude'),
  longitude: z.number().min(-180).max(180).optional(),
  days: z.int().min(1).max(7).default(3).describe('Days of forecast, today included'),
  units: z.enum(['metric', 'imperial']).default('metric'),
});

type Given = z.output<typeof argumentsSchema>;

interface Place {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

const failed = (reason: string): Error => toolErrors.TOOL_FAILED({ tool: 'weather', reason });

function address(base: string, query: Readonly<Record<string, string | number>>): string {
  const url = new URL(base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return url.href;
}

async function placeOf({ city, latitude, longitude }: Given, means: ToolMeans): Promise<Place> {
  if (latitude !== undefined && longitude !== undefined) {
    return { name: city ?? `${latitude}, ${longitude}`, latitude, longitude };
  }
  if (city === undefined || city.trim() === '') {
    throw toolErrors.TOOL_ARGUMENTS_INVALID({
      tool: 'weather',
      reason: 'name a city, or latitude and longitude',
    });
  }
  const url = address(PLACES, { name: city.trim(), count: 1, format: 'json' });
  const found = await askJson('weather', { method: 'GET', url }, means);
  const results = isJsonObject(found) ? found['results'] : undefined;
  const first = Array.isArray(results) ? results[0] : undefined;
  if (
    !isJsonObject(first) ||
    typeof first['latitude'] !== 'number' ||
    typeof first['longitude'] !== 'number'
  ) {
    throw toolErrors.TOOL_ARGUMENTS_INVALID({ tool: 'weather', reason: `no place named "${city}" is known` });
  }
  const name = [first['name'], first['admin1'], first['country']].filter((part) => typeof part === 'string');
  return { name: name.join(', '), latitude: first['latitude'], longitude: first['longitude'] };
}

const skyOf = (code: Json | undefined): string =>
  (typeof code === 'number' ? SKY[code] : undefined) ?? 'unknown';

const at = (columns: JsonObject, name: string, index: number): Json => {
  const column = columns[name];
  return Array.isArray(column) ? (column[index] ?? null) : null;
};

function daysOf(daily: Json | undefined): JsonObject[] {
  if (!isJsonObject(daily) || !Array.isArray(daily['time'])) return [];
  return daily['time'].map((date, index) => ({
    date,
    sky: skyOf(at(daily, 'weather_code', index)),
    max: at(daily, 'temperature_2m_max', index),
    min: at(daily, 'temperature_2m_min', index),
    precipitation: at(daily, 'precipitation_sum', index),
    precipitation_probability: at(daily, 'precipitation_probability_max', index),
  }));
}

function report(place: Place, forecast: JsonObject, units: JsonObject): JsonObject {
  const current = isJsonObject(forecast['current']) ? forecast['current'] : {};
  return {
    place: place.name,
    latitude: place.latitude,
    longitude: place.longitude,
    timezone: forecast['timezone'] ?? null,
    units,
    current: {
      time: current['time'] ?? null,
      sky: skyOf(current['weather_code']),
      temperature: current['temperature_2m'] ?? null,
      feels_like: current['apparent_temperature'] ?? null,
      humidity: current['relative_humidity_2m'] ?? null,
      precipitation: current['precipitation'] ?? null,
      wind_speed: current['wind_speed_10m'] ?? null,
    },
    days: daysOf(forecast['daily']),
  };
}

/** Tells the weather now and of the next days, by Open-Meteo. */
export const weather = defineBuiltin({
  name: 'weather',
  title: { en: 'Weather', zh: '天气' },
  description: {
    en: 'Tells the current weather and the forecast for a place, from Open-Meteo.',
    zh: '查询某地的实时天气与预报（数据来自 Open-Meteo）。',
  },
  arguments: argumentsSchema,
  async run(given, means) {
    const place = await placeOf(given, means);
    const isImperial = given.units === 'imperial';
    const url = address(FORECAST, {
      latitude: place.latitude,
      longitude: place.longitude,
      current: CURRENT,
      daily: DAILY,
      forecast_days: given.days,
      timezone: 'auto',
      ...(isImperial
        ? { temperature_unit: 'fahrenheit', wind_speed_unit: 'mph', precipitation_unit: 'inch' }
        : {}),
    });
    const forecast = await askJson('weather', { method: 'GET', url }, means);
    if (!isJsonObject(forecast)) throw failed('the service answered in another form than expected');
    const units = isImperial
      ? { temperature: '°F', wind_speed: 'mph', precipitation: 'inch' }
      : { temperature: '°C', wind_speed: 'km/h', precipitation: 'mm' };
    return { json: report(place, forecast, units) };
  },
});
