<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="walls" tilewidth="16" tileheight="16" tilecount="64" columns="8">
 <image source="walls.png" width="128" height="128"/>
</tileset>
