/**
 * The words for each field in the headings of shops, shipping tools and address books, in English, German, French, Dutch,
 * Spanish, Italian and Polish. In normal form: without blanks, punctuation and accents.
 */
import type { ImportField, PartField, RecordField } from './fields.ts';
import type { Terms } from './item.ts';

const of = (words: string): string[] => words.split(/\s+/).filter(Boolean);

const numbers =
  'ordernumber orderno ordernr orderid externalid orderreference referencenumber ' +
  'bestellnummer auftragsnummer bestellnr auftragsnr belegnummer referenznummer ' +
  'numerodecommande numcommande nocommande ndecommande bestelnummer bestelnr ordernummer numerodepedido numpedido ' +
  'npedido nopedido idpedido numeroordine nordine idordine numerzamowienia nrzamowienia idzamowienia';

const words: Readonly<Record<RecordField | PartField, Terms>> = {
  externalId: {
    special: of(`${numbers} referenz reference referencia riferimento referencja sendungsreferenz`),
    general: of('order auftrag bestellung ref number nummer commande pedido ordine zamowienie bestelling'),
    within: of(numbers),
  },
  recipientName: {
    special: of(
      // Who gets the delivery, before the customer, who may be somebody else.
      'recipient recipientname shiptoname shippingname deliveryname consignee addressee empfanger empfaenger ' +
        'empfangername empfaengername liefername destinataire nomdudestinataire ontvanger naamontvanger destinatario ' +
        'nombredestinatario nomedestinatario odbiorca nazwaodbiorcy customer customername fullname kunde kundenname ' +
        'nomcomplet nomclient client klant klantnaam volledigenaam nombrecompleto cliente nombrecliente nomecliente ' +
        'nominativo imieinazwisko klient vorundnachname contactname ansprechpartner',
    ),
    general: of('name name1 contact naam nombre nominativo nazwa kontakt contacto contatto'),
    within: of('recipientname customername empfangername empfaengername kundenname'),
  },
  firstName: {
    special: of('firstname vorname prenom voornaam givenname forename imie nombredepila'),
    general: of('first nome'),
    within: of('firstname vorname prenom voornaam'),
  },
  lastName: {
    special: of(
      'lastname nachname surname familyname familienname nomdefamille achternaam apellido apellidos cognome nazwisko',
    ),
    general: of('last nom'),
    within: of('lastname nachname surname achternaam apellidos cognome nazwisko'),
  },
  phone: {
    special: of(
      'phone telephone mobile phonenumber telefon telefonnummer handy handynummer mobil mobilnummer mobiltelefon ' +
        'numerodetelephone portable mobiel telefoon telefoonnummer telefono movil cellulare cell numertelefonu ' +
        'nrtelefonu komorka mobilephone cellphone contactphone phoneno',
    ),
    general: of('tel fon gsm'),
    within: of('phone telefon telefoon'),
  },
  email: {
    special: of(
      'email emailaddress emailadresse courriel adresseemail adressemail emailadres mailadresse correo ' +
        'correoelectronico postaelettronica indirizzoemail adresemail',
    ),
    general: of('mail mel'),
    within: of('email'),
  },
  recipientId: {
    special: of(
      'recipientid recipientsid customerid customernumber customerno kundennummer kundennr numeroclient numclient ' +
        'klantnummer klantnr numerocliente idcliente codicecliente numerklienta nrklienta',
    ),
    within: of('customerid customernumber kundennummer kundennr'),
  },
  addressLineOne: {
    special: of(
      'addresslineone address1 addressline1 address12 street street1 streetaddress streetname streetandnumber strasse ' +
        'strassehausnummer strasseundhausnummer strassenr strasseundnr strassehausnr strassennameundhausnummer str rue ' +
        'adresse1 ligneadresse1 numeroetrue rueetnumero straat straatnaam straatennummer straatenhuisnummer adresregel1 ' +
        'calle calleynumero direccion1 via indirizzo1 viaenumerocivico ulica ulicainumer ulicainrdomu adres1 ' +
        'lieferadresse lieferanschrift versandadresse versandanschrift zustelladresse bezorgadres leveradres ' +
        'afleveradres verzendadres',
    ),
    general: of('address adresse anschrift adres direccion indirizzo domicilio address12 addr'),
    within: of('street strasse address1 addressline1'),
  },
  houseNumber: {
    special: of(
      'housenumber houseno housenr hausnummer hausnr streetnumber streetno buildingnumber numeroderue numerodevoie ' +
        'huisnummer huisnr numerocasa numerodecasa numeroportal numerocivico civico nrdomu numerdomu numerbudynku',
    ),
    within: of('housenumber hausnummer hausnr huisnummer streetnumber'),
  },
  addressLineTwo: {
    special: of(
      'addresslinetwo address2 addressline2 street2 apartment apt unit suite floor adresszusatz zusatzadresse ' +
        'adresszusatz1 etage stockwerk wohnung complementadresse complementdadresse adresse2 ligneadresse2 toevoeging ' +
        'adresregel2 piso puerta direccion2 interno scala indirizzo2 nrlokalu numerlokalu mieszkanie adres2',
    ),
    general: of('zusatz complement additional'),
    within: of('address2 addressline2 adresszusatz'),
  },
  place: {
    special: of(
      'plzort plzundort postleitzahlort postleitzahlundort ortplz zipcity postcodecity cityzip postcodetown ' +
        'codepostalville cpville postcodeplaats postcodeenplaats cpciudad cppoblacion capcitta capcomune ' +
        'kodimiasto kodpocztowyimiasto kodpocztowyimiejscowosc',
    ),
  },
  zip: {
    special: of(
      'zip zipcode postcode postalcode plz postleitzahl codepostal cp codigopostal cap codiceavviamentopostale ' +
        'kodpocztowy',
    ),
    within: of('zipcode postcode postalcode plz postleitzahl codepostal codigopostal kodpocztowy'),
  },
  city: {
    special: of(
      'city town stadt ort wohnort ortschaft ville commune localite plaats woonplaats stad gemeente ciudad poblacion ' +
        'localidad municipio citta comune localita miasto miejscowosc',
    ),
    within: of('city'),
  },
  state: {
    special: of('province provinz bundesland statecode provincie provincia wojewodztwo departement county'),
    general: of('state region regione kanton'),
  },
  country: {
    special: of('country countrycode landcode landercode laendercode landkurzel pays codepays pais paese nazione kraj'),
    general: of('land'),
  },
  addressName: {
    special: of(
      'addressname placename nameoftheplace company companyname firma firmenname unternehmen entreprise societe ' +
        'raisonsociale bedrijf bedrijfsnaam empresa razonsocial azienda ragionesociale nazwafirmy organisation ' +
        'organization',
    ),
  },
  latitude: { special: of('latitude lat breitengrad latitud latitudine szerokosc breedtegraad') },
  longitude: {
    special: of('longitude lng lon langengrad laengengrad longitud longitudine dlugosc lengtegraad'),
    general: of('long'),
  },
  packageCount: {
    special: of(
      'packages packagecount parcels boxes pakete paketanzahl anzahlpakete colli kolli anzahlcolli anzahlkolli ' +
        'packstucke packstuecke numberofpackages numberofparcels parcelcount colis nombredecolis nbcolis ' +
        'nombredepaquets pakketten aantalpakketten aantalcolli bultos paquetes numerodebultos numerodepaquetes ' +
        'pacchi numerocolli numerodicolli paczki liczbapaczek iloscpaczek pieces',
    ),
    general: of('cartons'),
  },
  products: {
    special: of(
      'products product productname lineitemname itemname artikel produkt produkte artikelbezeichnung items article ' +
        'articles produit produits designation producto productos articulo articulos prodotto prodotti articolo articoli ' +
        'towar towary nazwaproduktu contents inhalt contenu inhoud contenido contenuto zawartosc artikelen ' +
        'artikelname produktname itemtitle producttitle nomproduit nomduproduit nombreproducto nomeprodotto',
    ),
    general: of('item sku description bezeichnung descripcion descrizione opis omschrijving'),
  },
  weightAmount: {
    special: of(
      'weight weightkg weightamount totalweight gewicht gewichtkg gesamtgewicht gewichtinkg poids poidskg poidstotal ' +
        'peso pesokg pesototal pesototale waga wagakg gewichtkilogram weightinkg',
    ),
  },
  weightUnit: {
    special: of(
      'weightunit gewichtseinheit unitedepoids gewichtseenheid unidaddepeso unitadimisura unitapeso jednostkawagi',
    ),
    general: of('unit einheit'),
  },
  notes: {
    special: of(
      'deliverynotes deliverynote deliveryinstructions notesforthedriver notes instructions bemerkung bemerkungen ' +
        'hinweis hinweise lieferhinweis lieferhinweise zustellhinweis anmerkung anmerkungen remarque remarques ' +
        'instructionsdelivraison consignes opmerking opmerkingen bezorginstructies notas observaciones instrucciones ' +
        'note istruzioni osservazioni uwagi drivernotes specialinstructions customernote customernotes buyernote ' +
        'buyernotes kundenkommentar kauferkommentar kundennotiz noteclient noteducliente notacliente uwagiklienta',
    ),
    general: of(
      'comment comments kommentar kommentare notiz notizen commentaire comentarios commenti komentarz nota info message',
    ),
    within: of('deliverynotes deliveryinstructions bemerkung hinweis'),
  },
  expectedOn: {
    special: of(
      'expectedon deliverydate expecteddeliverydate lieferdatum liefertag datedelivraison leverdatum bezorgdatum ' +
        'fechadeentrega fechaentrega datadiconsegna dataconsegna datadostawy wunschtermin',
    ),
    general: of('date datum'),
    within: of('deliverydate lieferdatum'),
  },
  window: {
    special: of(
      'timewindow deliverywindow deliverytimewindow timeslot deliverytimeslot deliverytime zeitfenster lieferfenster ' +
        'lieferzeitfenster lieferzeit uhrzeit zeitraum wunschzeit creneau creneauhoraire plagehoraire ' +
        'horairedelivraison tijdvak tijdslot levertijd bezorgtijd tijdvenster franja franjahoraria horario ' +
        'horariodeentrega fasciaoraria orario orariodiconsegna oknoczasowe godziny godzinydostawy hours openinghours',
    ),
    general: of('time zeit heure tijd hora ora godzina window'),
    within: of('timewindow zeitfenster timeslot'),
  },
  earliest: {
    special: of(
      'earliest earliesttime earliestarrival windowstart timewindowstart starttime timefrom deliverfrom deliveryfrom ' +
        'notbefore deliverafter earliestdeliverytime uhrzeitvon fruhestens fruehestens zeitvon lieferungab lieferzeitvon ' +
        'zeitfenstervon zeitfensterbeginn fensterbeginn fruhestezeit heuredebut debutcreneau auplustot vanaf tijdvan ' +
        'starttijd vroegste desdelas horadesde horainicio desde dallore orainizio oraida dalle godzinaod odgodziny ' +
        'najwczesniej availablefrom',
    ),
    general: of('from von ab after start de van od dal debut'),
  },
  latest: {
    special: of(
      'latest latesttime latestarrival windowend timewindowend endtime timeto timeuntil deliveruntil deliveryuntil ' +
        'deliverby deliverbefore notafter latestdeliverytime uhrzeitbis spatestens spaetestens zeitbis lieferungbis ' +
        'lieferzeitbis zeitfensterbis zeitfensterende fensterende spatestezeit heurefin fincreneau auplustard tijdtot ' +
        'eindtijd uiterlijk hastalas horahasta horafin hasta alleore orafine alle godzinado dogodziny najpozniej ' +
        'availableuntil availableto',
    ),
    general: of('to until bis before end by tot do fin al jusqua'),
  },
  durationMinutes: {
    special: of(
      'duration servicetime stopduration timeatstop minutesatstop serviceduration standzeit aufenthaltsdauer ' +
        'aufenthalt dauer dauermin dauerinminuten serviceminutes durationminutes dureearret duree tempsdeservice ' +
        'servicetijd duur duracion tiempodeservicio durata tempodiservizio czastrwania czasobslugi',
    ),
  },
  allowedDrivers: {
    special: of(
      'driver drivers alloweddriver alloweddrivers assigneddriver fahrer erlaubtefahrer zugewiesenerfahrer zusteller ' +
        'chauffeur chauffeurs livreur livreurs bezorger conductor conductores repartidor autista autisti corriere ' +
        'kierowca kierowcy courier',
    ),
  },
  barcodes: {
    special: of(
      'barcode barcodes trackingnumber trackingno parcelnumber paketnummer sendungsnummer strichcode codebarres ' +
        'codesbarres streepjescode codigodebarras codiceabarre kodkreskowy ean scancode',
    ),
  },
  activity: {
    special: of('activity stoptype tasktype aktivitat aktivitaet stopptyp activite activiteit actividad attivita'),
    general: of('type art'),
  },
  sellerName: {
    special: of(
      'seller sellername merchant shop shopname store storename verkaufer verkaeufer handler haendler vendeur',
    ),
  },
  sellerOrderId: { special: of('sellerorderid sellerordernumber shopordernumber shopbestellnummer') },
  sellerWebsite: { special: of('sellerwebsite shopurl website webseite') },
  paymentAmount: {
    special: of(
      'cod codamount cashondelivery paymentondelivery amountdue nachnahme nachnahmebetrag zahlungbeilieferung ' +
        'contreremboursement rembours contrarreembolso contrassegno pobranie kwotapobrania',
    ),
  },
  paymentCurrency: { special: of('currency codcurrency wahrung waehrung devise valuta moneda waluta') },
  displayName: {
    special: of(
      'displayname shownname anzeigename nickname alias kurzname rufname spitzname surnom roepnaam apodo soprannome',
    ),
  },
  depots: { special: of('depot depots depotname lager standort niederlassung entrepot magazijn almacen deposito') },
  vehicleType: {
    special: of('vehicle vehicletype fahrzeug fahrzeugtyp fahrzeugart vehicule voertuig vehiculo veicolo pojazd'),
  },
  maxStops: { special: of('maxstops maximumstops moststops maximalestopps hochstzahlstopps') },
};

/** The words for these fields; custom properties have their own names. */
export const headingWords = (fields: readonly (RecordField | PartField)[]): Partial<Record<ImportField, Terms>> =>
  Object.fromEntries(fields.map((field) => [field, words[field]]));
